import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { isStorable } from '#contract/text/is-storable.ts';

/** Levels of objects and lists that a value of a call may have; the deepest value that any call declares has seven. */
const MAX_DEPTH = 32;

/** A part of a value that not every database engine can hold. */
export interface UnstorableMember {
  /** Names and positions from the value to the member. */
  readonly path: readonly (string | number)[];
  /** What is wrong, worded to follow the member's name. */
  readonly problem: string;
}

/**
 * Finds the first part of a value that cannot be stored: a text or a member's name that not every engine can hold, or a part that is nested
 * too deeply. Returns undefined when there is none. Takes values as `JSON.parse` makes them.
 */
export function findUnstorable(value: unknown): UnstorableMember | undefined {
  const waiting: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [{ value, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path } = next;
    if (typeof next.value === 'string') {
      if (!isStorable(next.value)) return { path, problem: problemOf(next.value) };
      continue;
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (path.length >= MAX_DEPTH) return { path: path.slice(0, 1), problem: FIELD_PROBLEMS.tooDeep };
    for (const [name, member] of Object.entries(next.value).toReversed()) {
      if (!isStorable(name)) return { path, problem: problemOf(name) };
      waiting.push({ value: member, path: [...path, name] });
    }
  }
  return undefined;
}

const problemOf = (text: string): string =>
  text.isWellFormed() ? FIELD_PROBLEMS.controlCharacters : FIELD_PROBLEMS.wellFormed;
