/** Maximum number of values in one `in (…)`, or of rows in one statement: SQLite allows 32,766 parameters, other engines more. */
const MAX_LISTED = 500;

/** Splits values into lists that a statement can take. */
export function* chunksOf<T>(values: readonly T[], size: number = MAX_LISTED): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
