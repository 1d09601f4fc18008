/** The plain decimal text of a whole number. */
export const WHOLE_NUMBER_PATTERN = /^(?:0|[1-9]\d{0,15})$/;

/** Parses the plain decimal text of a whole number from 0 to `max`; undefined for any other text, such as a sign, a space or a leading zero. */
export function parseWholeNumber(text: string, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  if (!WHOLE_NUMBER_PATTERN.test(text)) return undefined;
  const number = Number(text);
  return number <= max ? number : undefined;
}
