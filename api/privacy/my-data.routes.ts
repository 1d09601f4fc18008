import { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';
import { ApiError } from '#contract/http/errors.ts';
import { deleteMyData, downloadMyData } from '#contract/http/my-data.ts';
import { FRESH_SIGN_IN_MINUTES } from '#contract/limits.ts';
import { API_HEADERS } from '../http/headers/api-headers.ts';
import { sourceOf } from '../http/caller/call-source.ts';
import { sendStream } from '../http/caller/send-stream.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { hashSecretToken } from '../http/secret-token.ts';
import type { BucketStore } from '../limits/buckets.ts';
import type { Rate } from '../limits/token-buckets.ts';
import type { Identity } from '../identity/identity.ts';
import { findSession } from '../identity/session.repository.ts';
import type { SecurityEvents } from '../security/security-events.ts';
import type { Database } from '../storage/database.ts';
import type { EraseUser } from './erase-user.service.ts';
import { writeMyData } from './write-my-data.ts';

const FRESH_MS = FRESH_SIGN_IN_MINUTES * 60_000;
/** Limits the downloads and deletions of one user, because each of them reads all of the user's data. */
const USER_RATE: Rate = { burst: 5, perSecond: 1 / 600 };
/** A flat list of names and values. */
const DOWNLOAD_HEADERS: readonly string[] = [
  'content-type',
  'application/json',
  'content-disposition',
  'attachment; filename="my-data.json"',
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  ...API_HEADERS,
];

export interface MyDataRoutesOptions {
  readonly database: Database;
  readonly identity: Pick<Identity, 'findSession'>;
  readonly buckets: Pick<BucketStore, 'open'>;
  readonly security: SecurityEvents;
  readonly eraseUser: EraseUser;
  /** Called after a deletion; deletes the files that it leaves. */
  readonly purgeFiles: () => void;
  /** Time in ms. */
  readonly now: () => number;
}

/** The endpoints with which users download and delete their data. */
export function createMyDataRoutes(options: MyDataRoutesOptions): Route[] {
  const { database, identity, security, eraseUser, purgeFiles, now } = options;
  const rates = options.buckets.open('own-data', USER_RATE);

  /** Returns the caller's id. @throws ApiError unauthorized, too-many-requests, sign-in-again */
  const admitFresh = async (request: Request): Promise<string> => {
    const session = await identity.findSession(request);
    const row = session && (await findSession(database.reader, hashSecretToken(session.token)));
    if (!session || !row) throw new ApiError('unauthorized');
    if (row.created_at + FRESH_MS < now()) throw new ApiError('sign-in-again');
    const { sub } = session.user;
    const retryAfterSeconds = await rates.take(sub);
    if (retryAfterSeconds !== undefined) throw new ApiError('too-many-requests', undefined, { retryAfterSeconds });
    return sub;
  };

  const sendMyData: RequestHandler = async (request, response) => {
    const sub = await admitFresh(request);
    const document = await writeMyData(database.reader, sub, now());
    if (!document) throw new ApiError('unauthorized');
    security.note({ name: 'own-data-exported', request: sourceOf(request), actor: sub });
    response.writeHead(200, [...DOWNLOAD_HEADERS]);
    await sendStream(response, Readable.from(document));
  };

  return [
    { endpoint: downloadMyData, handler: sendMyData },
    route(deleteMyData, async (_call, { request }) => {
      const sub = await admitFresh(request);
      await eraseUser(sub);
      // By the pseudonym in this event, an operator finds the user in a restored backup.
      security.note({ name: 'account-deleted', request: sourceOf(request), actor: sub });
      purgeFiles();
      return undefined;
    }),
  ];
}
