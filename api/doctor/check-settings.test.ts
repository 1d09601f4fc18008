import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { checkSettings } from './check-settings.ts';

const SERVER = { DATABASE_URL: 'postgres://hexlime@127.0.0.1/shop' };
const BUCKET = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'images',
  S3_REGION: 'here',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

/** What the doctor says of the settings of several nodes. */
const findingsOf = (env: Readonly<Record<string, string>>): string[] =>
  checkSettings(readConfig(env))
    .map(({ level, text }) => `${level}: ${text}`)
    .filter((line) => /nodes|node generates/.test(line));

describe('settings of several nodes', () => {
  it('that are missing are named', () => {
    expect(findingsOf(SERVER)).toEqual([
      expect.stringMatching(/^note: The settings S3_… are missing: .+ several nodes need a bucket\.$/),
      'note: REDIS_URL is not set: the database carries the events between nodes.',
      'problem: ADMIN_PASSWORD_HASH is not set: each node generates a password of its own.',
    ]);
  });

  it('are not named when they are set, nor for a database in a file', () => {
    const password = { ADMIN_PASSWORD: 'correct horse battery staple' };
    expect(findingsOf({ ...SERVER, ...BUCKET, ...password, REDIS_URL: 'redis://127.0.0.1' })).toEqual([]);
    expect(findingsOf({ DATABASE_URL: 'sqlite:/tmp/shop.sqlite' })).toEqual([]);
  });
});
