import { createHash } from 'node:crypto';
import { ApiError } from '#contract/http/errors.ts';
import type { ChatReplies, ChatReply, saveChatReply } from '#contract/http/chat-replies.ts';
import type { EndpointCall } from '#contract/http/endpoint.ts';
import { MAX_REPLIES } from '#contract/limits.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import type { AuditActor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import { changedMembers } from '../../audit/changed-members.ts';
import type { Queryable } from '../../storage/database.ts';
import { findMeta, storeMeta } from '../../storage/meta.repository.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import { tickChatClock } from '../chat.repository.ts';
import type { Staff } from '../staff.ts';
import { listReplies, placeReply, putReply, removeReply } from './reply.repository.ts';

const VERSION_KEY = 'chat-replies-version';
/** The version of a list that was never changed. */
const NO_VERSION = '';

export type ReplyInput = EndpointCall<typeof saveChatReply>['body'];

/** The canned replies of the staff. */
export interface RepliesService {
  read(db: Queryable): Promise<ChatReplies>;
  /** The version of the list for a member of the staff; undefined for other users. */
  findVersionFor(db: Queryable, sub: string): Promise<string | undefined>;
  /** Adds or changes a reply. @throws ApiError not-found, stale-version, reply-name-taken, too-many-replies */
  save(unit: WriteUnit, id: string, input: ReplyInput, actor: AuditActor): Promise<ChatReply>;
  /** Deletes a reply, if there is one. */
  remove(unit: WriteUnit, id: string, actor: AuditActor): Promise<void>;
  /** Puts the replies in the order of `ids`; the replies that `ids` lacks come last. */
  order(unit: WriteUnit, ids: readonly string[], actor: AuditActor): Promise<ChatReplies>;
}

export interface RepliesServiceOptions {
  readonly staff: Pick<Staff, 'list'>;
  /** Time in ms. */
  readonly now: () => number;
}

export function createRepliesService({ staff, now }: RepliesServiceOptions): RepliesService {
  const readVersion = async (db: Queryable): Promise<string> => (await findMeta(db, VERSION_KEY)) ?? NO_VERSION;

  const read: RepliesService['read'] = async (db) => ({
    version: await readVersion(db),
    replies: await listReplies(db),
  });

  /** Stores the list's new version, and pokes the devices of the staff, which learn the version with their next pull. */
  const noteChange = async ({ trx, publish }: WriteUnit): Promise<void> => {
    // The version is a hash of the content: a list from a restored backup has its old version again.
    const content = JSON.stringify(await listReplies(trx));
    await storeMeta(trx, VERSION_KEY, createHash('sha256').update(content).digest('hex').slice(0, 16));
    const seq = await tickChatClock(trx);
    for (const sub of await staff.list(trx)) publish({ type: 'chats-changed', sub, seq });
  };

  return {
    read,

    findVersionFor: async (db, sub) => ((await staff.list(db)).includes(sub) ? readVersion(db) : undefined),

    async save(unit, id, { name, text, version }, actor) {
      const replies = await listReplies(unit.trx);
      const known = replies.find((reply) => reply.id === id);
      // A retry whose first answer was lost.
      if (known?.name === name && known.text === text) return known;
      if (known && known.version !== version) throw new ApiError('stale-version', undefined, { current: known });
      if (!known && version > 0) throw new ApiError('not-found');
      if (!known && replies.length >= MAX_REPLIES)
        throw new ApiError('too-many-replies', `there are at most ${MAX_REPLIES} replies`);
      const isTaken = replies.some((reply) => reply.id !== id && toTitleKey(reply.name) === toTitleKey(name));
      if (isTaken) throw new ApiError('reply-name-taken');
      const saved = { id, name, text, version: version + 1 };
      await putReply(unit.trx, saved);
      const changes = changedMembers(toAudit(known), toAudit(saved));
      await recordAudit(unit.trx, { at: now(), actor, action: 'save-chat-reply', subject: name, ...changes });
      await noteChange(unit);
      return saved;
    },

    async remove(unit, id, actor) {
      const known = (await listReplies(unit.trx)).find((reply) => reply.id === id);
      if (!known) return;
      await removeReply(unit.trx, id);
      const { before } = changedMembers(toAudit(known), {});
      await recordAudit(unit.trx, { at: now(), actor, action: 'delete-chat-reply', subject: known.name, before });
      await noteChange(unit);
    },

    async order(unit, ids, actor) {
      const replies = await listReplies(unit.trx);
      const places = new Map(ids.map((id, place) => [id, place]));
      const placeOf = ({ id }: ChatReply): number => places.get(id) ?? ids.length;
      const ordered = replies.toSorted((a, b) => placeOf(a) - placeOf(b));
      if (ordered.every(({ id }, place) => replies[place]?.id === id)) return read(unit.trx);
      for (const [place, { id }] of ordered.entries()) await placeReply(unit.trx, id, place + 1);
      await recordAudit(unit.trx, { at: now(), actor, action: 'order-chat-replies', subject: '' });
      await noteChange(unit);
      return read(unit.trx);
    },
  };
}

const toAudit = (reply?: ChatReply): Readonly<Record<string, unknown>> =>
  reply ? { name: reply.name, text: reply.text } : {};
