import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';
import type { Failure } from './describe-failure.ts';

const rejection = (code: 'role-needed' | 'internal'): Failure => ({
  ok: false,
  problem: 'rejected',
  code,
  detail: '',
  retryAfterSeconds: undefined,
  current: undefined,
  errors: [],
});

test('a missing role, a missing network and a canceled prompt each have their own message', () => {
  const texts = [
    describeFailure(rejection('role-needed')),
    describeFailure({ ok: false, problem: 'unreachable' }),
    describeFailure({ ok: false, problem: 'cancelled' }),
  ];
  expect(texts).toEqual([
    'That is not part of your roles. Ask an owner.',
    'The server cannot be reached. This needs a connection.',
    'No passkey was used. Try again, or choose another way: a passkey works only at the address where it was registered.',
  ]);
});

test('a rejection without a message of its own gets the general one', () => {
  expect(describeFailure(rejection('internal'))).toBe('The server did not accept this. Reload the page and try again.');
});
