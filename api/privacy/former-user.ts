import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { FormerUser } from '../chats/erase-chats.ts';
import { insertAccount } from './my-data.repository.ts';
import type { Schema } from '../storage/schema.ts';

/** No identity provider has this name, so a former user cannot sign in. */
const ISSUER = 'deleted';
const NAME = 'Deleted user';

/** Inserts an account that stands for a deleted user where rows need one. Its random id has no relation to the user's. */
export async function insertFormerUser(trx: Transaction<Schema>, atMs: number): Promise<FormerUser> {
  const sub = `deleted-${randomBytes(16).toString('base64url')}`;
  await insertAccount(trx, {
    sub,
    issuer: ISSUER,
    name: NAME,
    email: '',
    picture: '',
    created_at: atMs,
    signed_in_at: atMs,
  });
  return { sub, name: NAME };
}
