/** A script that, run before all others of a page or a worker, sets its clock ahead by milliseconds, or back by negative ones. */
export const clockShiftScript = (ms: number): string => `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${ms}] : given)); }
    static now() { return Real.now() + ${ms}; }
  };
}
`;
