import * as z from 'zod/mini';
import { SCHEMA_PROBLEMS, tooLong } from './schema-problems.ts';

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/** A lone surrogate has no UTF-8: it would be stored as another character than its digest covers, and no URL can contain it. */
export const wellFormedCheck = z.refine<string>((text) => text.isWellFormed(), SCHEMA_PROBLEMS.wellFormed);

/** Texts that people compare, search or group by are composed (NFC) where they enter: keyboards write the same letters in different ways. */
export const composedCheck = z.normalize('NFC');

/** One trimmed line of text without control characters; blocks and logs rely on single lines. For texts of programs, such as links. */
export const exactLineSchema = (minLength: number, maxLength: number) =>
  z.string().check(...lineChecks(minLength, maxLength));

/** One line of text that people write, trimmed and composed. */
export const lineSchema = (minLength: number, maxLength: number) =>
  z.string().check(composedCheck, ...lineChecks(minLength, maxLength));

const lineChecks = (minLength: number, maxLength: number) =>
  [
    z.trim(),
    z.minLength(minLength, minLength > 0 ? SCHEMA_PROBLEMS.empty : undefined),
    z.maxLength(maxLength, tooLong(maxLength)),
    z.refine<string>((text) => !CONTROL_CHARACTERS.test(text), SCHEMA_PROBLEMS.oneLine),
    wellFormedCheck,
  ] as const;
