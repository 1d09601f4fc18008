import { expect, test } from 'vitest';
import { isQuotaError } from './storage-errors.ts';

const quotaError = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' });
const endless: Error & { inner?: unknown } = new Error('closed');
endless.inner = endless;

test.each([
  ['the browser’s own error', quotaError(), true],
  ['an error that Dexie wraps around it', Object.assign(new Error('aborted'), { inner: quotaError() }), true],
  [
    'a bulk write with one failure of the kind',
    Object.assign(new Error('bulk'), { failures: [new Error(), quotaError()] }),
    true,
  ],
  ['a bulk write that failed for other reasons', Object.assign(new Error('bulk'), { failures: [new Error()] }), false],
  ['another error', new Error('closed'), false],
  ['an error that wraps itself', endless, false],
  ['a value that is no error', { name: 'QuotaExceededError' }, false],
])('whether %s is a quota error', (_case, error, expected) => {
  expect(isQuotaError(error)).toBe(expected);
});
