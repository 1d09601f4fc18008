import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/errors.ts';

/**
 * The version that a change starts from, written as an entity tag or as a bare number; undefined when the caller names none.
 * @throws ApiError bad-request when it is no version
 */
export function readIfMatch({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const header = headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header)?.[1];
  if (version === undefined) throw new ApiError('bad-request', 'If-Match must be a version.');
  return Number(version);
}
