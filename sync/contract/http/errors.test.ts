import { expect, it } from 'vitest';
import { decodeReply } from './codec.ts';
import { ERRORS } from './error-codes.ts';
import { ApiError } from './errors.ts';
import { getHealth } from './health.ts';

it('a rejection may pass by itself if a limit, a server fault or the same request in progress caused it', () => {
  const passing = Object.entries(ERRORS).filter(([code, { status }]) => toError(status, { code }).mayPass);
  expect(passing.map(([code]) => code).toSorted()).toEqual([
    'in-progress',
    'internal',
    'no-disk-space',
    'not-ready',
    'older-server',
    'payments-unavailable',
    'read-only',
    'too-many-abandoned-orders',
    'too-many-requests',
  ]);
  expect([toError(409, { code: 'of-a-newer-server' }).mayPass, new ApiError('unauthorized').mayPass]).toEqual([
    false,
    false,
  ]);
});

it('a reply with status 500 and an unknown code of a newer server is an internal error, which may pass', () => {
  expect(toError(500, { code: 'of-a-newer-server' })).toMatchObject({ code: 'internal', mayPass: true });
});

it.each([
  [429, 'too-many-requests', true],
  [502, 'internal', true],
  [413, 'bad-request', false],
])('a reply with status %i that is no problem document, such as a proxy’s, has code %s', (status, code, mayPass) => {
  expect(toError(status)).toMatchObject({ code, status, mayPass });
});

/** The error that a device throws for a rejection. */
function toError(status: number, problem?: { readonly code: string }): ApiError {
  const body = problem ? { type: '', title: '', status, error: '', ...problem } : { message: 'No' };
  try {
    decodeReply(getHealth, { status, contentType: 'application/json', text: JSON.stringify(body) });
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('No rejection');
}
