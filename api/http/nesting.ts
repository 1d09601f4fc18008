/** Deeper than any input of the contract. Up to this depth, code that calls itself for each level is far from the end of the stack. */
const MAX_DEPTH = 32;

/** Returns whether a parsed JSON value has more levels than any input. Walks level by level: a recursion could exhaust the stack itself. */
export function isNestedTooDeeply(value: unknown, maxDepth = MAX_DEPTH): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => Object.values(one).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
