import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';

const MAX_KEY_LENGTH = 255;
const KEY = /^[\u0021-\u007E]+$/;

/** Returns the `Idempotency-Key` of a request in the namespace of a call; undefined when there is none. @throws as `readIdempotencyKey` */
export function readCallKey(request: Pick<IncomingMessage, 'headersDistinct'>, call: string): string | undefined {
  const key = readIdempotencyKey(request);
  return key === undefined ? undefined : `${call} ${key}`;
}

/** Returns the `Idempotency-Key` of a request; undefined when there is none. @throws ApiError bad-request when it is not visible ASCII or too long */
export function readIdempotencyKey({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const keys = headersDistinct['idempotency-key'];
  if (keys === undefined) return undefined;
  const [key = ''] = keys;
  if (keys.length > 1 || key.length > MAX_KEY_LENGTH || !KEY.test(key)) {
    throw new ApiError(
      'bad-request',
      `The Idempotency-Key must be one of 1 to ${MAX_KEY_LENGTH} visible ASCII characters.`,
    );
  }
  return key;
}
