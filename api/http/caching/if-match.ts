import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import { parseWholeNumber } from '#contract/text/whole-number.ts';

/**
 * Reads the version that a change is based on, an entity tag or a bare number; returns undefined when the caller sends none or `*`.
 * @throws ApiError bad-request when the header is not a version
 */
export function readIfMatch({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const header = headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = parseWholeNumber(/^(?:W\/)?"?(\d+)"?$/.exec(header)?.[1] ?? '');
  if (version === undefined) throw new ApiError('bad-request', 'If-Match must be a version.');
  return version;
}
