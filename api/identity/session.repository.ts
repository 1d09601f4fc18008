import type { User } from '#contract/account/user.ts';
import type { Selectable } from 'kysely';
import { chunksOf } from '../storage/chunks-of.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { SessionTable } from '../storage/schema/users.ts';
import type { SessionDevice } from './session-device.ts';

/** A session with its user. */
export interface SessionRow {
  readonly id: string;
  readonly user: User;
  readonly issuer: string;
  readonly created_at: number;
  readonly used_at: number;
  /** The administrator's token with which the session ends; null for a shopper's session. */
  readonly admin_token_hash: string | null;
}

export async function insertSession(
  db: Queryable,
  session: {
    readonly id: string;
    readonly tokenHash: string;
    readonly sub: string;
    readonly device: SessionDevice;
    readonly appVersion: string | null;
    readonly adminTokenHash: string | null;
  },
  atMs: number,
): Promise<void> {
  const { tokenHash, appVersion, adminTokenHash, device, ...named } = session;
  await db
    .insertInto('session')
    .values({
      ...named,
      ...device,
      token_hash: tokenHash,
      created_at: atMs,
      used_at: atMs,
      app_version: appVersion,
      admin_token_hash: adminTokenHash,
    })
    .execute();
}

export async function findSession(db: Queryable, tokenHash: string): Promise<SessionRow | undefined> {
  const row = await selectSession.first(db, { tokenHash });
  if (!row) return undefined;
  const { sub, name, email, picture, ...session } = row;
  return { ...session, user: { sub, name, email, picture } };
}

const selectSession = prepareQuery((db, value: { readonly tokenHash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.sub', 'session.sub')
    .select(['id', 'session.sub', 'issuer', 'name', 'email', 'picture', 'session.created_at', 'used_at'])
    .select('admin_token_hash')
    .where('token_hash', '=', value.tokenHash),
);

export async function hasSession(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Times after which a live session must have been created and last used; `admin`: those for the administrator's token of the session. */
export interface LiveTimes {
  readonly createdAfterMs: number;
  readonly usedAfterMs: number;
  readonly admin: Omit<LiveTimes, 'admin'>;
}

/** Returns which of these hashes belong to tokens of live sessions. */
export async function listLiveSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  { createdAfterMs, usedAfterMs, admin }: LiveTimes,
): Promise<readonly string[]> {
  const live: string[] = [];
  for (const part of chunksOf(tokenHashes)) {
    const rows = await db
      .selectFrom('session')
      .select('token_hash')
      .where('token_hash', 'in', part)
      .where('created_at', '>', createdAfterMs)
      .where('used_at', '>', usedAfterMs)
      .where((session) =>
        session.or([
          session('admin_token_hash', 'is', null),
          session.exists(
            session
              .selectFrom('admin_token')
              .select('admin_token.id')
              .whereRef('admin_token.token_hash', '=', 'session.admin_token_hash')
              .where('admin_token.created_at', '>', admin.createdAfterMs)
              .where('admin_token.used_at', '>', admin.usedAfterMs),
          ),
        ]),
      )
      .execute();
    live.push(...rows.map(({ token_hash }) => token_hash));
  }
  return live;
}

/** A session as its user is shown it. */
export type SessionDetails = Omit<Selectable<SessionTable>, 'token_hash' | 'sub' | 'app_version' | 'admin_token_hash'>;

/** Lists the sessions of an issuer's user that were created and last used after the given times, the most recently used first. */
export function listSessionsOf(
  db: Queryable,
  { sub, issuer }: { readonly sub: string; readonly issuer: string },
  createdAfterMs: number,
  usedAfterMs: number,
): Promise<SessionDetails[]> {
  return db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.sub', 'session.sub')
    .select(['id', 'browser', 'system', 'network', 'session.created_at', 'used_at'])
    .where('session.sub', '=', sub)
    .where('issuer', '=', issuer)
    .where('session.created_at', '>', createdAfterMs)
    .where('used_at', '>', usedAfterMs)
    .orderBy('used_at', 'desc')
    .orderBy('session.created_at', 'desc')
    .execute();
}

/** Records a use of a session, and the network and the app version of its device as far as they are known. */
export async function touchSession(
  db: Queryable,
  tokenHash: string,
  atMs: number,
  { network, appVersion }: { readonly network: string | null; readonly appVersion: string | null },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      used_at: atMs,
      ...(network !== null && { network }),
      ...(appVersion !== null && { app_version: appVersion }),
    })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Deletes sessions that were created or last used before the given times. */
export async function deleteOldSessions(db: Queryable, createdBeforeMs: number, usedBeforeMs: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where((row) => row.or([row('created_at', '<=', createdBeforeMs), row('used_at', '<=', usedBeforeMs)]))
    .execute();
}

/** Marks a nonce as used; returns false when it already was. */
export async function insertUsedNonce(db: Queryable, hash: string, expiresAtMs: number): Promise<boolean> {
  const inserted = await db
    .insertInto('sign_in_nonce')
    .values({ hash, expires_at: expiresAtMs })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteOldNonces(db: Queryable, atMs: number): Promise<void> {
  await db.deleteFrom('sign_in_nonce').where('expires_at', '<=', atMs).execute();
}
