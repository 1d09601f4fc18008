import { text } from 'node:stream/consumers';
import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts';
import { findPasswordFault } from '#api/config/password-rules.ts';
import { hashPassword } from './password-hash.ts';

/** Exit codes, documented with the command. */
export const HASH_PASSWORD_EXIT = { ok: 0, rejected: 1 } as const;

export interface HashPasswordOutputs {
  /** Receives only the hash, so that it can be redirected into a file. */
  readonly result: Pick<NodeJS.WritableStream, 'write'>;
  readonly messages: Pick<NodeJS.WritableStream, 'write'>;
}

/** Reads the administrators' password, which a line break may follow, and prints its hash for `ADMIN_PASSWORD_HASH`; returns the exit code. */
export async function runHashPassword(
  input: NodeJS.ReadableStream,
  { result, messages }: HashPasswordOutputs,
): Promise<number> {
  const password = (await text(input)).replace(/\r?\n$/, '');
  const fault =
    password.length > MAX_PASSWORD_LENGTH
      ? `must have at most ${MAX_PASSWORD_LENGTH} characters`
      : findPasswordFault(password);
  if (fault !== undefined) {
    messages.write(`The password was not hashed: it ${fault}.\n`);
    return HASH_PASSWORD_EXIT.rejected;
  }
  result.write(`${await hashPassword(password)}\n`);
  return HASH_PASSWORD_EXIT.ok;
}

if (import.meta.main) {
  process.exitCode = await runHashPassword(process.stdin, { result: process.stdout, messages: process.stderr });
}
