import { photoPath } from '#contract/chats/chat-path.ts';
import type { MyData } from '#contract/http/my-data.ts';
import { MAX_MESSAGES_PER_PAGE, MAX_ORDERS_PER_PAGE } from '#contract/limits.ts';
import { listLines } from '../cart/cart.repository.ts';
import { presentChat, presentMessage } from '../chats/chat-feed.ts';
import { findMemberChats } from '../chats/chat.repository.ts';
import { listMessages } from '../chats/message.repository.ts';
import { listMailsOf } from '../mail/order-mail.repository.ts';
import { presentAdminOrder } from '../orders/order-presenter.ts';
import { listOrdersSince } from '../orders/order-lists.repository.ts';
import type { Queryable } from '../storage/database.ts';
import {
  findStoredAccount,
  listOwnChatIds,
  listOwnPhotos,
  listOwnSessions,
  listOwnSubscriptions,
  listOwnWatches,
} from './my-data.repository.ts';

const toIso = (atMs: number): string => new Date(atMs).toISOString();

/** Presents the creation time of a row, which is in ms, in ISO 8601. */
const withTimes = <Row extends { readonly created_at: number }>(row: Row) => ({
  ...row,
  created_at: toIso(row.created_at),
});

type Order = MyData['orders'][number];
type Chat = MyData['chats'][number];

/**
 * Writes all data of a user as JSON, piece by piece, so that a long history takes no more memory than one page of orders or one chat. It is
 * a document of `myDataSchema`; undefined for a user who does not exist any more.
 */
export async function writeMyData(
  db: Queryable,
  sub: string,
  atMs: number,
): Promise<AsyncIterable<string> | undefined> {
  const account = await findStoredAccount(db, sub);
  if (!account) return undefined;
  const facts = {
    format: 1,
    created_at: toIso(atMs),
    account: { ...withTimes(account), signed_in_at: toIso(account.signed_in_at) },
    cart: await listLines(db, sub),
    photos: (await listOwnPhotos(db, sub)).map(({ chat_id, id }) => photoPath(chat_id, id)),
    push_subscriptions: (await listOwnSubscriptions(db, sub)).map(withTimes),
    watches: await listOwnWatches(db, sub),
    sessions: (await listOwnSessions(db, sub)).map((row) => ({ ...withTimes(row), used_at: toIso(row.used_at) })),
  } satisfies Omit<MyData, 'orders' | 'chats'>;
  return writeDocument(facts, { orders: listOrders(db, sub), chats: listChats(db, sub) });
}

async function* writeDocument(
  facts: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, AsyncIterable<unknown>>>,
): AsyncIterable<string> {
  yield JSON.stringify(facts).slice(0, -1);
  for (const [name, rows] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

const presentMail = ({ kind, state, created_at }: Awaited<ReturnType<typeof listMailsOf>>[number]) => ({
  kind,
  state,
  created_at: new Date(created_at).toISOString(),
});

async function* listOrders(db: Queryable, sub: string): AsyncIterable<Order> {
  for (let seq = 0; ;) {
    const rows = await listOrdersSince(db, sub, seq, MAX_ORDERS_PER_PAGE);
    const mails = Map.groupBy(
      await listMailsOf(
        db,
        rows.map(({ id }) => id),
      ),
      ({ order_id }) => order_id,
    );
    for (const row of rows) {
      const { version: _version, needs_attention: _attention, ...order } = presentAdminOrder(row);
      yield { ...order, language: row.language, mails: (mails.get(row.id) ?? []).map(presentMail) };
    }
    seq = rows.at(-1)?.seq ?? seq;
    if (rows.length < MAX_ORDERS_PER_PAGE) return;
  }
}

async function* listChats(db: Queryable, sub: string): AsyncIterable<Chat> {
  for (const id of await listOwnChatIds(db, sub)) {
    const [row] = await findMemberChats(db, sub, [id]);
    if (!row) continue;
    const messages = [];
    for (let after = 0; ;) {
      const page = await listMessages(db, id, { after, limit: MAX_MESSAGES_PER_PAGE });
      messages.push(...page.map(presentMessage));
      after = page.at(-1)?.seq ?? after;
      if (page.length < MAX_MESSAGES_PER_PAGE) break;
    }
    yield { ...presentChat(row), messages };
  }
}
