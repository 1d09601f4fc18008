import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'hexlime-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

it('reads a secret from the file that NAME_FILE names, without its last line break', () => {
  const file = write('password', 'correct horse battery staple \n');
  expect(readConfig({ DEMO: '0', ADMIN_PASSWORD_FILE: file }).adminPassword).toEqual({
    password: 'correct horse battery staple ',
  });
  expect(readConfig({ ADMIN_PASSWORD_FILE: '' }).adminPassword).toBeUndefined();
});

it.each([
  [
    { ADMIN_PASSWORD_FILE: '/nowhere/password' },
    /^The setting ADMIN_PASSWORD_FILE is wrong: .*\/nowhere\/password cannot be read \(ENOENT\)\.$/,
  ],
  [{ ADMIN_PASSWORD_FILE: write('empty', '\n') }, /^The setting ADMIN_PASSWORD_FILE is wrong: .* is empty\.$/],
  [
    { SMTP_URL_FILE: write('mail', 'smtp://relay'), SMTP_URL: 'smtp://other' },
    /^The setting SMTP_URL_FILE is wrong: SMTP_URL is set as well\.$/,
  ],
  [{ VAPID_PRIVATE_KEY_FILE: write('key', 'short') }, /^The setting VAPID_PRIVATE_KEY is wrong: must be 32 bytes/],
])('rejects %j with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(sentence);
});

const isRoot = process.geteuid?.() === 0;

// Root can read every file. Only a separate process, not a worker thread, can give up the rights of root.
it.skipIf(isRoot && !isMainThread)(
  'the error names the user who cannot read the file, as when the file belongs to another user number',
  () => {
    const file = write('foreign', 'secret');
    chmodSync(folder, 0o755);
    chmodSync(file, 0o000);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow(
        `SMTP_URL_FILE is wrong: the file ${file} cannot be read by user ${process.geteuid?.()} (EACCES).`,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  },
);
