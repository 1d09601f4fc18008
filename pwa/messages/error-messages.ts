import { errorMessages } from './en/errors.ts';

/** Returns the text of a server error code. */
export const errorMessage = (code: string): string =>
  Object.hasOwn(errorMessages.codes, code)
    ? errorMessages.codes[code as keyof typeof errorMessages.codes]
    : errorMessages.other;
