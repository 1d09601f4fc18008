import { expect, test } from 'vitest';
import { readDisplayToken } from './display-token.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (payload: unknown): string => `${encode({ alg: 'HS256' })}.${encode(payload)}.c2ln`;
const ALICE = { sub: 'demo-alice', name: 'Алиса Ünal 🍋', email: 'alice@demo.invalid', picture: '' };

test('a token yields its user, with a name in any script, and its lifetime', () => {
  expect(readDisplayToken(tokenOf({ ...ALICE, iat: 1, exp: 1_700 }))).toEqual({
    user: ALICE,
    lifetimeMs: 1_699_000,
    expiresAtMs: 1_700_000,
  });
});

test('the lifetime of a token without a time of issue starts now', () => {
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
  const lifetimeMs = readDisplayToken(tokenOf({ ...ALICE, exp: inAnHour }))?.lifetimeMs ?? 0;
  expect(lifetimeMs).toBeGreaterThan(3_590_000);
  expect(lifetimeMs).toBeLessThanOrEqual(3_600_000);
});

test('fields that a token leaves out are empty', () => {
  expect(readDisplayToken(tokenOf({ sub: '1', iat: 1, exp: 2 }))?.user).toEqual({
    sub: '1',
    name: '',
    email: '',
    picture: '',
  });
});

test.each([
  ['nothing', ''],
  ['no token', 'hello'],
  ['damaged base64', 'a.%%%.b'],
  ['no JSON', `a.${Buffer.from('{').toString('base64url')}.b`],
  ['bytes that are no text', `a.${Buffer.from([0xff, 0xfe]).toString('base64url')}.b`],
  ['null', tokenOf(null)],
  ['no user', tokenOf({ iat: 1, exp: 2 })],
  ['a user that is no id', tokenOf({ sub: '../x', iat: 1, exp: 2 })],
  ['no end', tokenOf({ sub: '1', iat: 1 })],
  ['an end that is no number', tokenOf({ sub: '1', iat: 1, exp: 'soon' })],
  ['an end that is over, and no beginning', tokenOf({ sub: '1', exp: 1 })],
])('%s is no token', (_what, token) => {
  expect(readDisplayToken(token)).toBeUndefined();
});
