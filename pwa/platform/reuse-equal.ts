/** Returns `next`, but with the previous object for each item that has not changed: React skips components with the same props. */
export function reuseEqual<T>(next: readonly T[], previous: readonly T[], keyOf: (item: T) => string | number): T[] {
  const known = new Map(previous.map((item) => [keyOf(item), item]));
  return next.map((item) => {
    const old = known.get(keyOf(item));
    return old !== undefined && isEqual(old, item) ? old : item;
  });
}

/** Compares plain data: primitives, arrays and objects of them. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isEqual(a[name], b[name]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
