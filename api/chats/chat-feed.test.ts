import { openTestContext } from '../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Chat, Message } from '#contract/chats/chat.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { AppContext } from '../app-context.ts';
import { saveUser } from '../identity/user.repository.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { listStatements } from '../testing/list-statements.ts';
import { listChatChanges } from './chat-feed.ts';
import type { FeedSizes } from './chat-feed.ts';
import { readChatClock } from './chat.repository.ts';
import { createChats } from './chats.ts';
import { createStaff } from './staff.ts';
import type { Chats } from './chats.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

/** Small limits, so that everything is paged. */
const SIZES: FeedSizes = { chats: 3, messages: 4, firstChats: 100, firstMessages: 2, allFirstMessages: 7 };
const BUYERS = ['alice', 'bob'];
const SELLERS = ['sam', 'ada', 'max'];
const PRODUCTS = [1, 2, 3];

let folder: string;
let context: AppContext;
let nextMessage = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-feed-'));
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

async function openShop(name: string): Promise<void> {
  context = await openTestContext(join(folder, name), { DEMO: '0' });
  for (const sub of [...BUYERS, ...SELLERS]) {
    await saveUser(context.database.writer, { sub, name: sub, email: '', picture: '' }, 'test', 1);
  }
  for (const id of PRODUCTS) await stockCameras({ context }, 1, id);
}

/** Opens the chats with some users as staff, as after a start of the server. */
function openChats(staff: readonly string[]): Promise<Chats> {
  const [sellerUserId, ...adminUserIds] = staff;
  const config = { ...context.config, sellerUserId, adminUserIds };
  return createChats({
    context: { ...context, config },
    staff: createStaff(config),
    notifyUser: () => undefined,
  });
}

type Changes = AccountChanges['chats'];

/** A user's device, which checks each page against what it received before. */
class Device {
  readonly sub: string;
  readonly chats = new Map<string, Chat>();
  readonly messages = new Map<string, Map<number, Message>>();
  seq = 0;

  constructor(sub: string) {
    this.sub = sub;
  }

  async pullPage(): Promise<Changes> {
    const page = await context.database.reader
      .transaction()
      .execute(async (trx) => listChatChanges(trx, this.sub, this.seq, await readChatClock(trx), SIZES));
    if (page.isReset) this.forgetRows();
    for (const id of page.removed) {
      this.chats.delete(id);
      this.messages.delete(id);
    }
    for (const chat of page.changed) this.chats.set(chat.id, chat);
    for (const message of page.messages) {
      expect(this.chats.has(message.chat_id)).toBe(true);
      const known = this.messages.get(message.chat_id) ?? new Map<number, Message>();
      const before = known.get(message.seq);
      if (before) expect(message).toEqual(before);
      this.messages.set(message.chat_id, known.set(message.seq, message));
    }
    // Checked after every page, because a device may go offline between two pages.
    for (const known of this.messages.values()) expect(isGapless([...known.keys()])).toBe(true);
    if (page.more) expect(page.seq).toBeGreaterThan(this.seq);
    this.seq = page.seq;
    return page;
  }

  async pull(): Promise<void> {
    while ((await this.pullPage()).more);
  }

  forget(): void {
    this.forgetRows();
    this.seq = 0;
  }

  private forgetRows(): void {
    this.chats.clear();
    this.messages.clear();
  }
}

const isGapless = (seqs: readonly number[]): boolean =>
  new Set(seqs).size === seqs.length && Math.max(...seqs) - Math.min(...seqs) === seqs.length - 1;

/** Reads the expected chats without the feed. */
async function readTruth(chats: Chats, sub: string): Promise<{ chats: Chat[]; unread: Map<string, number> }> {
  const { reader } = context.database;
  const list = await chats.service.listChats(reader, sub, 1_000);
  const unread = new Map<string, number>();
  for (const chat of list) {
    const { read_seq } = await chats.service.requireMember(reader, chat.id, sub);
    const messages = await chats.service.listMessages(reader, chat.id, { after: read_seq, limit: 1_000 });
    const isOwnSide = (sender: string): boolean => (sender === chat.buyer_google_id) === (sub === chat.buyer_google_id);
    unread.set(chat.id, messages.filter((message) => !isOwnSide(message.sender_google_id)).length);
  }
  return { chats: list, unread };
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    who: fc.constantFrom(...BUYERS, 'sam'),
    product: fc.constantFrom(...PRODUCTS),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      who: fc.constantFrom(...BUYERS, ...SELLERS),
      chat: fc.nat({ max: 8 }),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  fc.record({
    kind: fc.constant('read' as const),
    who: fc.constantFrom(...BUYERS, ...SELLERS),
    chat: fc.nat({ max: 8 }),
    seq: fc.integer({ min: 1, max: 20 }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('page' as const), who: fc.constantFrom(...BUYERS, ...SELLERS) }),
  },
  fc.record({ kind: fc.constant('pull' as const), who: fc.constantFrom(...BUYERS, ...SELLERS) }),
  fc.record({ kind: fc.constant('forget' as const), who: fc.constantFrom(...BUYERS, ...SELLERS) }),
  fc.record({ kind: fc.constant('staff' as const), staff: fc.shuffledSubarray(SELLERS, { minLength: 1 }) }),
);

describe('the chats of an account', () => {
  it('[MSG2] reach every device completely and without a gap, whatever happens between pulls', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        await openShop(`run-${(run += 1)}`);
        let chats = await openChats(['sam', 'ada']);
        const devices = new Map([...BUYERS, ...SELLERS].map((sub) => [sub, new Device(sub)]));
        const deviceOf = (sub: string): Device => devices.get(sub) as Device;
        const pickChat = async (sub: string, index: number): Promise<string | undefined> => {
          const list = await chats.service.listChats(context.database.reader, sub);
          return list[index % Math.max(1, list.length)]?.id;
        };
        const perform = async (one: (typeof steps)[number]): Promise<void> => {
          if (one.kind === 'staff') {
            chats = await openChats(one.staff);
          } else if (one.kind === 'start') {
            await context.write((unit) => chats.service.start(unit, one.who, one.product));
          } else if (one.kind === 'page') {
            await deviceOf(one.who).pullPage();
          } else if (one.kind === 'pull') {
            await deviceOf(one.who).pull();
          } else if (one.kind === 'forget') {
            deviceOf(one.who).forget();
          } else {
            const chat_id = await pickChat(one.who, one.chat);
            if (chat_id === undefined) return;
            if (one.kind === 'read') {
              await context.write((unit) => chats.service.markRead(unit, one.who, { chat_id, seq: one.seq }));
              return;
            }
            await context.write(async (unit) => {
              for (let count = 0; count < one.count; count += 1) {
                const message_id = `m${(nextMessage += 1)}`;
                await chats.service.send(unit, one.who, { chat_id, message_id, content: message_id, images: [] });
              }
            });
          }
        };
        for (const one of steps) await perform(one);

        for (const device of devices.values()) {
          await device.pull();
          const truth = await readTruth(chats, device.sub);
          expect([...device.chats.keys()].sort()).toEqual(truth.chats.map(({ id }) => id).sort());
          for (const chat of truth.chats) {
            expect(device.chats.get(chat.id)).toEqual(chat);
            expect(chat.unread_count).toBe(truth.unread.get(chat.id));
            const seqs = [...(device.messages.get(chat.id)?.keys() ?? [])];
            if (seqs.length > 0) expect(Math.max(...seqs)).toBe(chat.last_seq);
          }
          expect([...device.messages.keys()].every((id) => device.chats.has(id))).toBe(true);
        }
        await context.close();
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('reach a new device with their newest messages and all that follow', async () => {
    await openShop('shop');
    const chats = await openChats(['sam']);
    const id = chatIdOf('alice', 1);
    const say = (count: number) =>
      context.write(async (unit) => {
        for (let index = 0; index < count; index += 1) {
          const message_id = `m${(nextMessage += 1)}`;
          await chats.service.send(unit, 'alice', { chat_id: id, message_id, content: 'x', images: [] });
        }
      });
    await context.write((unit) => chats.service.start(unit, 'alice', 1));
    await say(9);
    const sam = new Device('sam');
    await sam.pull();
    expect([...(sam.messages.get(id)?.keys() ?? [])]).toEqual([8, 9]);
    await say(11);
    const sizes = [];
    let page: Changes;
    do {
      page = await sam.pullPage();
      sizes.push(page.messages.length);
    } while (page.more);
    expect(sizes).toEqual([4, 4, 3]);
    expect(sam.messages.get(id)?.size).toBe(13);
  });

  it('follow the staff: new staff get earlier messages, former staff lose the chats', async () => {
    await openShop('shop');
    let chats = await openChats(['sam', 'ada']);
    const id = chatIdOf('alice', 1);
    const send = (content: string) =>
      context.write((unit) =>
        chats.service.send(unit, 'alice', { chat_id: id, message_id: `m${(nextMessage += 1)}`, content, images: [] }),
      );
    await context.write((unit) => chats.service.start(unit, 'alice', 1));
    await send('one');
    await context.write((unit) => chats.service.markRead(unit, 'sam', { chat_id: id }));
    await send('two');
    const [ada, max] = [new Device('ada'), new Device('max')];
    await Promise.all([ada.pull(), max.pull()]);
    expect([ada.chats.size, max.chats.size]).toEqual([1, 0]);

    chats = await openChats(['max', 'sam']);
    await send('three');
    // The page that removes the chat contains no message.
    expect(await ada.pullPage()).toMatchObject({ messages: [], removed: [id] });
    await Promise.all([ada.pull(), max.pull()]);
    expect([ada.chats.size, ada.messages.size]).toEqual([0, 0]);
    expect([...(max.messages.get(id)?.values() ?? [])].map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    // Messages that the staff has read count as read for new staff.
    expect(max.chats.get(id)).toMatchObject({ seller_google_id: 'max', unread_count: 2 });
    await expect(context.write((unit) => chats.service.markRead(unit, 'ada', { chat_id: id }))).rejects.toMatchObject({
      code: 'not-found',
    });

    const clock = await readChatClock(context.database.reader);
    await openChats(['max', 'sam']);
    expect(await readChatClock(context.database.reader)).toBe(clock);
  });

  it('that are unread come first when a device cannot get all', async () => {
    await openShop('shop');
    const chats = await openChats(['sam']);
    for (const product of PRODUCTS) {
      await context.write((unit) => chats.service.start(unit, 'alice', product));
      const message = { chat_id: chatIdOf('alice', product), message_id: 'm1', content: 'x', images: [] };
      await context.write((unit) => chats.service.send(unit, 'alice', message));
      if (product > 1) await context.write((unit) => chats.service.markRead(unit, 'sam', message));
    }
    const { reader } = context.database;
    const first = await listChatChanges(reader, 'sam', 0, await readChatClock(reader), { ...SIZES, firstChats: 2 });
    expect(first.changed.map(({ id }) => id)).toEqual([chatIdOf('alice', 1), chatIdOf('alice', 3)]);
  });

  it.runIf(ON_SQLITE)('are read by index only, however many messages exist', async () => {
    await openShop('shop');
    const chats = await openChats(['sam']);
    await context.write((unit) => chats.service.start(unit, 'alice', 1));
    const { reader } = context.database;
    const clock = await readChatClock(reader);
    const plans: string[] = [];
    for (const sql of await listStatements(reader, () => listChatChanges(reader, 'sam', clock, clock))) {
      const values = Array.from(sql.matchAll(/\?/g), () => 1);
      const { rows } = await reader.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, values),
      );
      plans.push(
        ...rows.map(({ detail }) => detail).filter((detail) => /\b(message|member|chat_member)\b/.test(detail)),
      );
    }
    expect(plans.length).toBeGreaterThan(3);
    // Each step seeks by an index or reads one row.
    expect(plans.filter((detail) => !/(clock|seq)>\?|\(chat_id=\? AND sub=\?\)/.test(detail))).toEqual([]);
  });
});
