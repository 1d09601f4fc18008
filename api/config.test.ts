import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      port: 3_000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseFile: resolve('data/hexlime.sqlite'),
      publicUrl: undefined,
      brand: 'Hexlime',
      isDemo: true,
      killsServiceWorker: false,
    });
  });

  it('fills shops with demo products on the own machine only, unless it is told otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '1' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: '0' }).isDemo).toBe(false);
  });

  it('takes the database from its own address', () => {
    expect(readConfig({ DATABASE_URL: 'sqlite:/tmp/shop.sqlite' }).databaseFile).toBe('/tmp/shop.sqlite');
    expect(readConfig({ DATABASE_URL: 'sqlite:///tmp/shop.sqlite' }).databaseFile).toBe('/tmp/shop.sqlite');
  });

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'ftp://shop.example' }, 'PUBLIC_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  ])('refuses %j in one sentence that names the setting', (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^The setting ${name} is wrong: .+\\.$`));
  });
});
