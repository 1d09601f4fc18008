import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { readChatClock, tickChatClock } from './chat.repository.ts';

/** Adds an empty id, which no user has, because `in ()` is no valid SQL. */
const listOf = (subs: readonly string[]) => sql.join(['', ...subs]);

/** Lists members of the staff who are not among `staff` any more. */
export async function listFormerStaff(db: Queryable, staff: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('chat_member').select('sub').distinct().where('role', '=', 'staff').execute();
  return rows.map(({ sub }) => sub).filter((sub) => !staff.includes(sub));
}

/**
 * Ends the memberships of former staff. Here and below, each change of a membership gets its own number, so that a device can pull the
 * changes in pages.
 */
export async function retireStaff(trx: Transaction<Schema>, staff: readonly string[]): Promise<void> {
  const clock = await readChatClock(trx);
  const { numAffectedRows = 0n } = await sql`
    update chat_member
    set role = 'former', seq = ${clock} + leaving.number
    from (
      select chat_id, sub, row_number() over (order by seq, chat_id, sub) as number
      from chat_member where role = 'staff' and sub not in (${listOf(staff)})
    ) as leaving
    where leaving.chat_id = chat_member.chat_id and leaving.sub = chat_member.sub`.execute(trx);
  await tick(trx, numAffectedRows);
}

/** Makes a user a member of every chat that they are not in; messages that the staff has read count as read. */
export async function joinChats(trx: Transaction<Schema>, sub: string): Promise<void> {
  const clock = await readChatClock(trx);
  const { numAffectedRows = 0n } = await sql`
    insert into chat_member (chat_id, sub, role, read_seq, joined_seq, seq)
    select chat_id, ${sub}, 'staff', staff_read_seq, ${clock} + number, ${clock} + number
    from (
      select chat.id as chat_id, chat.staff_read_seq,
        row_number() over (order by coalesce(chat.last_message_at, chat.created_at), chat.id) as number
      from chat
      where not exists (
        select 1 from chat_member as member
        where member.chat_id = chat.id and member.sub = ${sub} and member.role <> 'former'
      )
    ) as missing
    where true
    on conflict (chat_id, sub) do update set
      role = excluded.role,
      read_seq = case when chat_member.read_seq > excluded.read_seq then chat_member.read_seq else excluded.read_seq end,
      joined_seq = excluded.joined_seq,
      seq = excluded.seq`.execute(trx);
  await tick(trx, numAffectedRows);
}

/** Updates the seller of every chat; a chat whose buyer is the seller gets none. */
export async function nameSeller(trx: Transaction<Schema>, seller: string): Promise<void> {
  const clock = await readChatClock(trx);
  const { numAffectedRows = 0n } = await sql`
    update chat_member
    set seq = ${clock} + changing.number
    from (
      select member.chat_id, member.sub, row_number() over (order by member.seq, member.chat_id, member.sub) as number
      from chat_member as member
      inner join chat on chat.id = member.chat_id
      where member.role <> 'former' and chat.seller_sub <> case chat.buyer_sub when ${seller} then '' else ${seller} end
    ) as changing
    where changing.chat_id = chat_member.chat_id and changing.sub = chat_member.sub`.execute(trx);
  await tick(trx, numAffectedRows);
  await sql`
    update chat set seller_sub = case buyer_sub when ${seller} then '' else ${seller} end
    where seller_sub <> case buyer_sub when ${seller} then '' else ${seller} end`.execute(trx);
}

const tick = async (trx: Transaction<Schema>, changes: bigint): Promise<void> => {
  if (changes > 0n) await tickChatClock(trx, Number(changes));
};
