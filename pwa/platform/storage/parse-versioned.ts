/** The fields of a stored object, or why they cannot be read; neither for a missing text. */
export interface VersionedText {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly isDamaged?: boolean;
  /** Whether a newer release wrote the text, in a format that this one does not know. */
  readonly isNewer?: boolean;
}

/** Parses a stored text that holds an object with the version of its format. A missing text has no fields and is not damaged. */
export function parseVersioned(text: string | null, version: number): VersionedText {
  if (text === null || text === '') return {};
  const stored = parseJson(text);
  const given = isObject(stored) ? stored['version'] : undefined;
  if (isObject(stored) && given === version) return { fields: stored };
  return typeof given === 'number' && given > version ? { isNewer: true } : { isDamaged: true };
}

/** Parses a text as JSON; undefined when it is not valid JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Whether a value is a whole number from `min` to `max`. */
export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
