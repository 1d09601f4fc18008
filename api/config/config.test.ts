import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('readConfig', () => {
  it('has defaults for everything', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      port: 3_000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      database: { engine: 'sqlite', file: resolve('data/hexlime.sqlite') },
      publicUrl: undefined,
      isDemo: true,
      killsServiceWorker: false,
    });
  });

  it('reads the shop settings from a file, with the logo beside it; without a file, a demo has samples, any other shop the defaults', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'hexlime-settings-')), 'shop.json');
    const settings = { promise: { en: '14 days return' }, conditions: { good: { ru: 'Царапины.' } } };
    await writeFile(file, JSON.stringify({ ...settings, unknown: 1 }));
    expect(readConfig({ SHOP_SETTINGS: file }).shopSettings).toEqual(settings);
    expect(readConfig({ DEMO: '0' }).shopSettings).toEqual({});
    expect(readConfig({}).shopSettings.about?.en).toMatch(/smart home/);
    expect(readConfig({ BRAND: ' Lamp House ', SHOP_SETTINGS: file }).shopSettings).toMatchObject({
      name: 'Lamp House',
    });
    await writeFile(file.replace('shop.json', 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(file, JSON.stringify({ name: 'Lamps', logo: 'logo.svg', accent: '#1E3A8A' }));
    expect(readConfig({ BRAND: 'Lamp House', SHOP_SETTINGS: file }).shopSettings).toMatchObject({
      name: 'Lamps',
      accent: '#1e3a8a',
      logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    expect(() => readConfig({ BRAND: 'x'.repeat(61) })).toThrow(/^The setting BRAND is wrong: must not be longer/);
    for (const [text, problem] of [
      ['{', /^The file of SHOP_SETTINGS cannot be read/],
      ['{"logo": "none.svg"}', /^The logo of SHOP_SETTINGS cannot be read/],
      ['{"accent": "blue"}', /^The file of SHOP_SETTINGS is wrong: accent: must be a color/],
      ['{"promise": {"en": "a\\nb"}}', /^The file of SHOP_SETTINGS is wrong: promise\.en: must be one line/],
      ['{"conditions": {"good": {"en": " "}}}', /^The file of SHOP_SETTINGS is wrong: conditions\.good\.en: /],
    ] as const) {
      await writeFile(file, text);
      expect(() => readConfig({ SHOP_SETTINGS: file })).toThrow(problem);
    }
  });

  it('reads a mail server, whose connection is encrypted unless it is on this machine or switched off', () => {
    const readMail = (SMTP_URL: string, MAIL_FROM = 'orders@shop.example') => readConfig({ SMTP_URL, MAIL_FROM }).mail;
    expect(readConfig({}).mail).toBeUndefined();
    expect(readMail('smtps://me%40shop:p%3Aw@mail.example', '"The Shop" <orders@shop.example>')).toEqual({
      host: 'mail.example',
      port: 465,
      isSecure: true,
      requiresTls: true,
      login: { user: 'me@shop', pass: 'p:w' },
      timeoutMs: 600_000,
      from: { name: 'The Shop', address: 'orders@shop.example' },
    });
    expect(readMail('smtp://mail.example')).toMatchObject({ port: 587, isSecure: false, requiresTls: true });
    expect(readMail('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25, requiresTls: false });
    expect(readMail('smtp://relay?tls=off')).toMatchObject({ requiresTls: false, login: undefined });
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs MAIL_FROM: set both or none.'],
    [{ MAIL_FROM: 'a@b.example' }, 'MAIL_FROM needs SMTP_URL: set both or none.'],
    [{ SMTP_URL: 'mail.example:587', MAIL_FROM: 'a@b.example' }, /^The setting SMTP_URL is wrong: must be smtp:/],
    [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' }, /^The setting SMTP_URL is wrong/],
    [{ SMTP_URL: 'smtps://m.example?tls=off', MAIL_FROM: 'a@b.example' }, /^The setting SMTP_URL is wrong: only/],
    [{ SMTP_URL: 'smtp://m.example?pool=true', MAIL_FROM: 'a@b.example' }, /^The setting SMTP_URL is wrong: only/],
    [{ SMTP_URL: 'smtp://m.example', MAIL_FROM: 'Shop' }, /^The setting MAIL_FROM is wrong: must be an e-mail address/],
    [{ SMTP_URL: 'smtp://m.example', MAIL_FROM: 'a@b.example, c@d.example' }, /^The setting MAIL_FROM is wrong/],
    [{ SMTP_URL: 'smtp://m.example', MAIL_FROM: 'A\r\nBcc: x <a@b.example>' }, /^The setting MAIL_FROM is wrong/],
    [{ SMTP_URL: 'smtp://m%ZZ@m.example', MAIL_FROM: 'a@b.example' }, /^The setting SMTP_URL is wrong/],
  ])('rejects the settings of e-mail %j with one sentence without the password', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(message);
  });

  it('reads a bucket with and without a prefix', () => {
    expect(readConfig({}).bucket).toBeUndefined();
    const bucket = {
      S3_ENDPOINT: 'https://s3.example/',
      S3_BUCKET: 'shop-images',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'test:key',
      S3_SECRET_ACCESS_KEY: 'a/secret+key=',
    };
    expect(readConfig(bucket).bucket).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'shop-images',
      region: 'eu-central-1',
      accessKeyId: 'test:key',
      secretAccessKey: 'a/secret+key=',
      prefix: '',
    });
    expect(readConfig({ ...bucket, S3_PREFIX: 'shop/images/' }).bucket?.prefix).toBe('shop/images/');
    const wrong: readonly (readonly [string, string, RegExp])[] = [
      ['S3_ENDPOINT', 's3.example', /^The setting S3_ENDPOINT is wrong: must be the https address/],
      ['S3_ENDPOINT', 'https://key:secret@s3.example', /^The setting S3_ENDPOINT is wrong: .+without a user name or/],
      ['S3_ENDPOINT', 'https://s3.example?a=b', /^The setting S3_ENDPOINT is wrong: .+without a query/],
      ['S3_BUCKET', 'Shop', /^The setting S3_BUCKET is wrong: must be 3 to 63/],
      ['S3_BUCKET', 'shop/images', /^The setting S3_BUCKET is wrong/],
      ['S3_REGION', 'eu central', /^The setting S3_REGION is wrong/],
      ['S3_ACCESS_KEY_ID', 'a b', /^The setting S3_ACCESS_KEY_ID is wrong: must be the key without spaces/],
      ['S3_SECRET_ACCESS_KEY', 'a\nb', /^The setting S3_SECRET_ACCESS_KEY is wrong: must be the key without spaces/],
      ['S3_PREFIX', '../other', /^The setting S3_PREFIX is wrong: must be a folder/],
      ['S3_PREFIX', '/images', /^The setting S3_PREFIX is wrong: must be a folder/],
      ['S3_BUCKET', '', /^S3_ENDPOINT needs S3_BUCKET: set all five settings of the object store, or none\.$/],
    ];
    for (const [name, value, message] of wrong) {
      expect(() => readConfig({ ...bucket, [name]: value })).toThrow(ConfigError);
      expect(() => readConfig({ ...bucket, [name]: value })).toThrow(message);
    }
    expect(() => readConfig({ S3_PREFIX: 'shop' })).toThrow(/^S3_PREFIX needs S3_ENDPOINT, S3_BUCKET, S3_REGION, /);
  });

  it('runs a demo on loopback hosts only, unless configured otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false);
    expect(readConfig({ HOST: '0.0.0.0', DEMO: '1' }).isDemo).toBe(true);
    expect(readConfig({ DEMO: '0' }).isDemo).toBe(false);
  });

  it('has no demo sign-in in production or beside a real identity provider', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ isDemo: false, signIn: { name: 'none' } });
    expect(readConfig({ GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com' })).toMatchObject({
      isDemo: false,
      signIn: { name: 'google', clientId: 'a.apps.googleusercontent.com' },
      adminUserIds: [],
    });
    expect(readConfig({})).toMatchObject({
      signIn: { name: 'demo' },
      adminUserIds: ['demo-ada', 'demo-sam'],
      sellerUserId: 'demo-sam',
    });
    expect(readConfig({ DEMO: '0' }).signIn).toEqual({ name: 'none' });
  });

  it('lists two administrators at most', () => {
    expect(readConfig({ ADMIN_USER_IDS: '113, 114' }).adminUserIds).toEqual(['113', '114']);
  });

  it('reads the database file from its URL', () => {
    expect(readConfig({ DATABASE_URL: 'sqlite:/tmp/shop.sqlite' }).database).toEqual({
      engine: 'sqlite',
      file: '/tmp/shop.sqlite',
    });
    expect(readConfig({ DATABASE_URL: 'sqlite:///tmp/shop.sqlite' }).database).toEqual({
      engine: 'sqlite',
      file: '/tmp/shop.sqlite',
    });
  });

  it('reads the address of a database server', () => {
    const url = 'postgres://shop:secret@db.example:5432/hexlime';
    expect(readConfig({ DATABASE_URL: url }).database).toEqual({ engine: 'postgres', url });
  });

  it.each([
    [{ DATABASE_URL: 'sqlite:' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db.example' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres:///hexlime' }, 'DATABASE_URL'],
    [{ REDIS_URL: 'http://cache.example' }, 'REDIS_URL'],
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'ftp://shop.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shop.example/store' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shop.example/?from=1' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shop.example/?' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://shop.example/#top' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://ada:secret@shop.example' }, 'PUBLIC_URL'],
    [{ BTCPAY_URL: 'https://ada:secret@pay.example' }, 'BTCPAY_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DEMO: '1', NODE_ENV: 'production' }, 'DEMO'],
    [{ DEMO: '1', GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com' }, 'DEMO'],
    [{ GOOGLE_CLIENT_ID: 'a b' }, 'GOOGLE_CLIENT_ID'],
    [{ AUDIT_DAYS: '0' }, 'AUDIT_DAYS'],
    [{ NETWORK_LIMITS: '0.5' }, 'NETWORK_LIMITS'],
    [{ PUSH_SERVICES: 'https://push.example' }, 'PUSH_SERVICES'],
    [{ PUSH_SERVICES: 'push.example,,localhost' }, 'PUSH_SERVICES'],
    [{ ADMIN_USER_IDS: '1,2,3' }, 'ADMIN_USER_IDS'],
    [{ ADMIN_REQUIRE_LISTED_USER: '1', DEMO: '0' }, 'ADMIN_REQUIRE_LISTED_USER'],
    [{ ADMIN_REQUIRE_LISTED_USER: 'yes' }, 'ADMIN_REQUIRE_LISTED_USER'],
    [{ SELLER_USER_ID: '../x' }, 'SELLER_USER_ID'],
    [{ ADMIN_PASSWORD: 'short', DEMO: '0' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD_HASH: 'secret' }, 'ADMIN_PASSWORD_HASH'],
  ])('rejects %j with one sentence that names the setting', (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^The setting ${name} is wrong: .+\\.$`));
  });
});

it('an error about PUBLIC_URL names the forbidden part; a slash at its end is accepted', () => {
  expect(() => readConfig({ PUBLIC_URL: 'https://shop.example/store' })).toThrow(
    'The setting PUBLIC_URL is wrong: must be scheme and host alone, such as https://shop.example, without a path.',
  );
  expect(readConfig({ PUBLIC_URL: 'https://SHOP.example:443/' }).publicUrl).toBe('https://shop.example');
});

describe('the payment provider', () => {
  const nowPayments = { NOWPAYMENTS_API_KEY: 'a-long-key', NOWPAYMENTS_IPN_SECRET: 'a-long-secret' };
  const btcPay = {
    BTCPAY_URL: 'https://pay.example.com/',
    BTCPAY_API_KEY: 'a-long-key',
    BTCPAY_STORE_ID: 'store',
    BTCPAY_WEBHOOK_SECRET: 'a-long-secret',
  };
  const providerOf = (env: Record<string, string>) => readConfig(env).payments.provider;

  it('is the configured one, else the simulator of a demo, else none', () => {
    expect(providerOf({ ...nowPayments, ...btcPay })).toEqual({
      name: 'nowpayments',
      settings: { apiKey: 'a-long-key', noticeSecret: 'a-long-secret', apiUrl: 'https://api.nowpayments.io/v1' },
    });
    expect(providerOf(btcPay)).toMatchObject({ name: 'btcpay', settings: { url: 'https://pay.example.com' } });
    expect(providerOf({})).toEqual({ name: 'demo' });
    expect(providerOf({ DEMO: '0' })).toEqual({ name: 'none' });
    expect(providerOf({ NODE_ENV: 'production' })).toEqual({ name: 'none' });
  });

  it.each([
    [{ NOWPAYMENTS_API_KEY: 'a-long-key' }, /NOWPAYMENTS_IPN_SECRET is missing/],
    [{ ...btcPay, BTCPAY_WEBHOOK_SECRET: '' }, /BTCPAY_WEBHOOK_SECRET/],
    [{ ...btcPay, BTCPAY_URL: 'ftp://pay.example.com' }, /BTCPAY_URL is wrong/],
    [{ RESERVATION_MINUTES: '0' }, /RESERVATION_MINUTES is wrong/],
    [{ PAYMENT_TIMEOUT: 'long' }, /PAYMENT_TIMEOUT is wrong/],
  ])('cannot be read from incomplete or wrong settings (%o)', (env, sentence) => {
    expect(() => readConfig(env as unknown as Record<string, string>)).toThrow(sentence);
  });

  it('has the configured timeout, and orders have the configured reservation', () => {
    const { payments } = readConfig({ RESERVATION_MINUTES: '0.5', PAYMENT_TIMEOUT: '2' });
    expect(payments).toMatchObject({ reservationMs: 30_000, graceMs: 600_000, timeoutMs: 2_000 });
    expect(readConfig({}).payments).toMatchObject({ reservationMs: 1_800_000, timeoutMs: 8_000 });
  });
});
