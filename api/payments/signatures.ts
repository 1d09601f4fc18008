import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '#contract/http/errors.ts';
import { isNestedTooDeeply } from '../http/nesting.ts';

/** No provider nests deeper, and a recursive walk of a deeper body could exhaust the stack. */
const MAX_DEPTH = 16;

export const sign = (algorithm: 'sha256' | 'sha512', secret: string, message: string | Buffer): string =>
  createHmac(algorithm, secret).update(message).digest('hex');

/** Whether a signature is one of the expected ones, compared in constant time. */
export function isSignature(given: string | undefined, expected: readonly string[]): boolean {
  const bytes = Buffer.from(given ?? '');
  const matches = expected.filter((text) => {
    const wanted = Buffer.from(text);
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes);
  });
  return matches.length > 0;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a notice's body as a JSON object. @throws ApiError bad-request */
export function parseNotice(rawBody: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new ApiError('bad-request', 'The body is not valid JSON.');
  }
  if (!isObject(value) || isNestedTooDeeply(value, MAX_DEPTH))
    throw new ApiError('bad-request', 'The body is not a notice.');
  return value;
}

/** Serializes a value with the members of every object in alphabetical order. */
export const stringifySorted = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([first], [second]) => (first < second ? -1 : 1)))
      : member,
  );

/** Serializes an object like the documented example of NOWPayments: at every level only members with names of the top level, sorted. */
export const stringifyByNames = (value: JsonObject): string => JSON.stringify(value, Object.keys(value).toSorted());

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
