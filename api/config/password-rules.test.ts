import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../testing/apps/test-app.ts';
import { ConfigError, readConfig } from './config.ts';

const WEAK = [
  ['a', 'characters'],
  ['fourteen chars', 'characters'],
  ['passwordpassword', 'common'],
  ['PasswordPassword', 'common'],
  ['qwerty123456789', 'common'],
  ['1234567890qwerty', 'common'],
  ['  qwerty123456789 ', 'common'],
] as const;

describe('[GATE4] the administrators’ password', () => {
  it.each(WEAK)('cannot be %j outside of a demo', (password, reason) => {
    const read = () => readConfig({ DEMO: '0', ADMIN_PASSWORD: password });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^The setting ADMIN_PASSWORD is wrong: [^\\n]*${reason}[^\\n]*\\.$`));
    expect(readConfig({ DEMO: '1', ADMIN_PASSWORD: password }).adminPassword).toEqual({ password });
  });

  it.each(['fifteen letters', 'correct horse battery', 'пароль из слов'.padEnd(15, '!'), '🙂'.repeat(14) + 'a'])(
    'can be %j',
    (password) => {
      expect(readConfig({ DEMO: '0', ADMIN_PASSWORD: password }).adminPassword).toEqual({ password });
    },
  );

  describe('in its file', () => {
    let dataDir: string;
    beforeEach(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'hexlime-password-'));
    });
    afterEach(() => rm(dataDir, { recursive: true, force: true }));

    it.each(['fourteen chars', 'PasswordPassword'])('cannot be changed to %j', async (password) => {
      const env = { DEMO: '0' };
      const first = await startTestApp({ env, dataDir });
      await first.server.identity.adminPassword.prepare();
      await first.stop();
      await writeFile(join(dataDir, 'admin-password.txt'), password);
      const second = await startTestApp({ env, dataDir });
      const { adminPassword } = second.server.identity;
      await expect(adminPassword.prepare()).rejects.toThrow(ConfigError);
      expect(await adminPassword.check(password.trim()).catch(() => undefined)).toBe(undefined);
      await second.stop();
    });
  });
});
