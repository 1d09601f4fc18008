import * as z from 'zod/mini';

/** A chat id, see `chatIdOf`. */
export const chatIdSchema = z
  .string()
  .check(z.regex(/^\d{1,10}(\.\d{1,10})?-[A-Za-z0-9_-]{1,64}$/, 'must be the id of a chat'));
