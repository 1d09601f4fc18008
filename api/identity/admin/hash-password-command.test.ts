import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { HASH_PASSWORD_EXIT, runHashPassword } from './hash-password-command.ts';
import { isPassword } from './password-hash.ts';

const PASSWORD = 'a long and rare sentence of words';

/** Runs the command on an input; returns its exit code and what it wrote. */
async function run(input: string) {
  let [result, messages] = ['', ''];
  const code = await runHashPassword(Readable.from([input]), {
    result: { write: (text: string) => (result += text).length > 0 },
    messages: { write: (text: string) => (messages += text).length > 0 },
  });
  return { code, result, messages };
}

it('the command hashes the password without its line break, and prints a hash that the settings accept', async () => {
  const { code, result, messages } = await run(`${PASSWORD}\n`);
  expect([code, messages]).toEqual([HASH_PASSWORD_EXIT.ok, '']);
  const hash = result.trimEnd();
  expect(readConfig({ ADMIN_PASSWORD_HASH: hash }).adminPassword).toEqual({ hash });
  expect(await isPassword(PASSWORD, hash)).toBe(true);
});

it.each([
  ['short\n', 'The password was not hashed: it must have at least 15 characters.\n'],
  ['', 'The password was not hashed: it must have at least 15 characters.\n'],
  ['x'.repeat(2_000), /^The password was not hashed: it must have at most \d+ characters\.\n$/],
])('the command rejects %j with one sentence, and prints no hash', async (input, sentence) => {
  const { code, result, messages } = await run(input);
  expect([code, result]).toEqual([HASH_PASSWORD_EXIT.rejected, '']);
  expect(messages).toMatch(sentence);
});
