import { createLocalJWKSet, errors } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '../../storage/database.ts';
import { findMeta, storeMeta } from '../../storage/meta.repository.ts';

export const GOOGLE_KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';

const META_KEY = 'google_keys';
/** Google is asked no more often than this, whatever credentials come. */
const COOLDOWN_MS = 30_000;
const FRESH_MS = 10 * 60_000;
/** How long the last keys are good when Google cannot be reached. */
const USABLE_MS = 24 * 3_600_000;
const FETCH_TIMEOUT_MS = 5_000;

const keySetSchema = z.object({
  fetchedAtMs: z.number(),
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) }),
});
type KeySet = z.infer<typeof keySetSchema>;

export interface GoogleKeysOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => number;
  readonly url: string;
}

/**
 * Finds the key of a credential among those that Google publishes. They are kept in the database, so that a restart without Google works.
 * @throws ApiError not-ready when no keys are known, or a jose error when the key is not among them
 */
export function createGoogleKeys({ database, log, now, url }: GoogleKeysOptions): JWTVerifyGetKey {
  let known: KeySet | undefined;
  let isLoaded = false;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const load = async (): Promise<void> => {
    isLoaded = true;
    const text = await findMeta(database.reader, META_KEY);
    if (text !== undefined) known = keySetSchema.safeParse(JSON.parse(text)).data;
  };

  const ask = async (): Promise<void> => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' });
      if (!response.ok) throw new Error(`Google’s keys: ${response.status}`);
      const fetched = keySetSchema.parse({ fetchedAtMs: now(), jwks: await response.json() });
      known = fetched;
      await storeMeta(database.writer, META_KEY, JSON.stringify(fetched));
    } catch (error) {
      log.warn({ err: error }, 'Google’s keys could not be read');
    }
  };

  let asking: Promise<void> | undefined;
  /** Whether Google was asked now, or is being asked. */
  const refresh = async (): Promise<boolean> => {
    if (!asking) {
      if (now() - askedAtMs < COOLDOWN_MS) return false;
      askedAtMs = now();
      asking = ask().finally(() => {
        asking = undefined;
      });
    }
    await asking;
    return true;
  };

  return async (header, token) => {
    if (!isLoaded) await load();
    if (!known || now() - known.fetchedAtMs > FRESH_MS) await refresh();
    const find = async (): Promise<CryptoKey> => {
      if (!known || now() - known.fetchedAtMs > USABLE_MS) {
        throw new ApiError('not-ready', 'The identity provider cannot be reached.', { retryAfterSeconds: 30 });
      }
      return createLocalJWKSet(known.jwks as JSONWebKeySet)(header, token);
    };
    try {
      return await find();
    } catch (error) {
      // Google changes its keys every few days.
      if (error instanceof errors.JWKSNoMatchingKey && (await refresh())) return find();
      throw error;
    }
  };
}
