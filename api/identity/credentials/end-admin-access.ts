import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import { endChatSessions } from './end-chat-sessions.ts';

/** What lets administrators in. */
export type AdminCredential =
  | { readonly kind: 'passkey'; readonly id: string }
  /**
   * All recovery codes of a person. The session in which they are replaced may be kept: from then on it counts as opened by the new codes,
   * which only its holder knows.
   */
  | { readonly kind: 'recovery-codes'; readonly administratorId: string; readonly keptTokenHash?: string | undefined }
  | { readonly kind: 'registration-link'; readonly administratorId: string }
  /** All credentials of a person. */
  | { readonly kind: 'administrator'; readonly administratorId: string; readonly isRevoked: boolean }
  /** The password without a passkey, which opens nothing once one is registered; the session that registers it stays. */
  | { readonly kind: 'password-alone'; readonly keptTokenHash: string }
  /** The password, which each login begins with. */
  | { readonly kind: 'password' };

type Tokens = ExpressionBuilder<Schema, 'admin_token'>;
type Links = ExpressionBuilder<Schema, 'registration_link'>;

/** The sessions that a credential opened; undefined: none. */
function openedSessions(credential: AdminCredential): ((token: Tokens) => Expression<SqlBool>) | undefined {
  switch (credential.kind) {
    case 'passkey':
      return (token) => token('passkey_id', '=', credential.id);
    case 'recovery-codes':
      return (token) =>
        token('administrator_id', '=', credential.administratorId)
          .and('passkey_id', 'is', null)
          .and('token_hash', '!=', credential.keptTokenHash ?? '');
    case 'administrator':
      // Tokens of a revoked person stay but open nothing: from them the devices learn of the revocation.
      return credential.isRevoked ? undefined : (token) => token('administrator_id', '=', credential.administratorId);
    case 'password-alone':
      return (token) => token('administrator_id', 'is', null).and('token_hash', '!=', credential.keptTokenHash);
    case 'password':
      return (token) =>
        token.or([
          token('administrator_id', 'is', null),
          token(
            'administrator_id',
            'in',
            token.selectFrom('administrator').select('id').where('revoked_at', 'is', null),
          ),
        ]);
    case 'registration-link':
      return undefined;
  }
}

/**
 * The links that end with a credential: those that were made in sessions that it opened or proved, and those for a person whose link is
 * replaced or used, or whose credentials all end. Undefined: none.
 */
function openedLinks(credential: AdminCredential): ((link: Links) => Expression<SqlBool>) | undefined {
  switch (credential.kind) {
    case 'passkey':
      return (link) =>
        link.or([link('maker_passkey_id', '=', credential.id), link('maker_proof_id', '=', credential.id)]);
    case 'recovery-codes':
      return (link) => link('maker_id', '=', credential.administratorId).and('maker_passkey_id', 'is', null);
    case 'administrator':
      return (link) =>
        link.or([
          link('maker_id', '=', credential.administratorId),
          link('administrator_id', '=', credential.administratorId),
        ]);
    case 'registration-link':
      return (link) => link('administrator_id', '=', credential.administratorId);
    case 'password':
      return (link) => link('maker_id', 'is not', null);
    case 'password-alone':
      return undefined;
  }
}

/** Deletes a credential of administrators and all that it opened, and has the sockets rechecked; returns how many sessions ended. */
export async function endAdminAccess(
  { trx, publish }: Pick<WriteUnit, 'trx' | 'publish'>,
  credential: AdminCredential,
): Promise<number> {
  await deleteCredential(trx, credential);
  const links = openedLinks(credential);
  if (links) await trx.deleteFrom('registration_link').where(links).execute();
  const sessions = openedSessions(credential);
  if (!sessions) {
    await endChatSessions({ trx, publish });
    publish({ type: 'admin-logged-out' });
    return 0;
  }
  const opened = trx.selectFrom('admin_token').select('token_hash').where(sessions);
  await trx.deleteFrom('passkey_challenge').where('token_hash', 'in', opened).execute();
  const { numDeletedRows } = await trx.deleteFrom('admin_token').where(sessions).executeTakeFirstOrThrow();
  await endChatSessions({ trx, publish });
  publish({ type: 'admin-logged-out' });
  return Number(numDeletedRows);
}

async function deleteCredential(trx: WriteUnit['trx'], credential: AdminCredential): Promise<void> {
  switch (credential.kind) {
    case 'passkey':
      await trx.deleteFrom('passkey').where('id', '=', credential.id).execute();
      // Sessions that other credentials opened stay, but lose the proofs that this one gave.
      await trx
        .updateTable('admin_token')
        .set({ proved_at: null, proved_by: null })
        .where('proved_by', '=', credential.id)
        .execute();
      return;
    case 'recovery-codes':
      await trx.deleteFrom('recovery_code').where('administrator_id', '=', credential.administratorId).execute();
      return;
    case 'administrator':
      await trx.deleteFrom('passkey').where('administrator_id', '=', credential.administratorId).execute();
      await trx.deleteFrom('recovery_code').where('administrator_id', '=', credential.administratorId).execute();
      return;
    case 'password':
      await trx.deleteFrom('pending_login').execute();
      await trx.deleteFrom('passkey_challenge').execute();
      return;
    // `endAdminAccess` deletes the link with those of `openedLinks`; the password alone is not stored.
    case 'registration-link':
    case 'password-alone':
  }
}
