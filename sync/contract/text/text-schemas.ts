import * as z from 'zod/mini';

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * A lone surrogate, as left by a title cut inside an emoji, has no UTF-8: it would be stored as another character than its
 * digest covers, and no URL can contain it.
 */
export const wellFormedCheck = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed text');

/** One line of text without control characters, trimmed; blocks and logs rely on single lines. */
export const lineSchema = (minLength: number, maxLength: number) =>
  z.string().check(
    z.trim(),
    z.minLength(minLength, minLength > 0 ? 'must not be empty' : undefined),
    z.maxLength(maxLength, `must not be longer than ${maxLength} characters`),
    z.refine((text) => !CONTROL_CHARACTERS.test(text), 'must be one line without control characters'),
    wellFormedCheck,
  );
