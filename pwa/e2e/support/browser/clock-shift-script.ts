/** Returns a script that shifts the clock of a page or worker by milliseconds; it must run before all others. */
export const clockShiftScript = (ms: number): string => `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${ms}] : given)); }
    static now() { return Real.now() + ${ms}; }
  };
}
`;
