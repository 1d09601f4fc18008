import { createRemoteJWKSet, customFetch, jwksCache } from 'jose';
import type { FetchImplementation, JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import * as z from 'zod';
import { ApiError } from '#contract/http/errors.ts';
import type { Database } from '../../storage/database.ts';
import { findMeta, storeMeta } from '../../storage/meta.repository.ts';

export const GOOGLE_KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';

const META_KEY = 'google_keys';
/** The shortest time between two requests to Google, whatever credentials arrive. */
const COOLDOWN_MS = 30_000;
const FRESH_MS = 10 * 60_000;
/** How long the stored keys are accepted when Google cannot be reached. */
const USABLE_MS = 24 * 3_600_000;
const FETCH_TIMEOUT_MS = 5_000;

const jwksSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
const storedKeysSchema = z.object({ fetchedAtMs: z.number(), jwks: jwksSchema });
type StoredKeys = z.infer<typeof storedKeysSchema>;

export interface GoogleKeysOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => number;
  readonly url: string;
}

/**
 * Finds the key of a credential in Google's key set. jose caches the set, limits requests and refetches for an unknown key (by `Date.now`);
 * each fetched set is also stored in the database, as the fallback when Google cannot be reached.
 * @throws ApiError not-ready when no usable keys are known, or a jose error when the key is not among them
 */
export async function createGoogleKeys({ database, log, now, url }: GoogleKeysOptions): Promise<JWTVerifyGetKey> {
  // Needed for failed fetches: jose's own cooldown follows successful ones only.
  let failedAtMs = Number.NEGATIVE_INFINITY;

  const findStored = async (): Promise<StoredKeys | undefined> => {
    const text = await findMeta(database.reader, META_KEY);
    return text === undefined ? undefined : storedKeysSchema.safeParse(JSON.parse(text)).data;
  };

  const store = (keys: StoredKeys): Promise<void> =>
    storeMeta(database.writer, META_KEY, JSON.stringify(keys)).catch((error: unknown) => {
      log.warn({ err: error }, "storing Google's keys failed");
    });

  const fetchOrFindStored: FetchImplementation = async (href, init) => {
    if (now() - failedAtMs >= COOLDOWN_MS) {
      try {
        const response = await fetch(href, init);
        if (response.status !== 200) throw new Error(`status ${response.status}`);
        const fetched: StoredKeys = { fetchedAtMs: now(), jwks: jwksSchema.parse(await response.json()) };
        await store(fetched);
        return Response.json(fetched.jwks);
      } catch (error) {
        failedAtMs = now();
        log.warn({ err: error }, "fetching Google's keys failed");
      }
    }
    const stored = await findStored();
    if (!stored || now() - stored.fetchedAtMs > USABLE_MS) {
      throw new ApiError('not-ready', 'The identity provider cannot be reached.', { retryAfterSeconds: 30 });
    }
    return Response.json(stored.jwks);
  };

  const stored = await findStored();
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: FRESH_MS,
    [jwksCache]: stored ? { uat: stored.fetchedAtMs, jwks: stored.jwks as JSONWebKeySet } : {},
    [customFetch]: fetchOrFindStored,
  });
}
