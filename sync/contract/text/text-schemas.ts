import * as z from 'zod/mini';

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * Half a letter, such as a title cut in the middle of an emoji leaves it, has no UTF-8: it would be stored as another letter than its
 * digest was taken of, and no address can hold it.
 */
export const wellFormedCheck = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed text');

/** One line of text without control characters, trimmed; blocks and logs rely on its being one line. */
export const lineSchema = (minLength: number, maxLength: number) =>
  z.string().check(
    z.trim(),
    z.minLength(minLength, minLength > 0 ? 'must not be empty' : undefined),
    z.maxLength(maxLength, `must not be longer than ${maxLength} characters`),
    z.refine((text) => !CONTROL_CHARACTERS.test(text), 'must be one line without control characters'),
    wellFormedCheck,
  );
