import type { AccountChanges } from '#contract/http/account.ts';
import { PUSH_PATH } from '#contract/service-worker/background-sync.ts';
import { pullAccount } from '#contract/http/account.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import { cookieHeader } from '../../support/cookie-jar.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import {
  checkReadMarks,
  checkMessageSequence,
  checkMessagesOnce,
  checkChatViews,
  checkStoredMessages,
  countUnread,
} from '../invariants/chat-invariants.ts';
import type { ReadMarks } from '../invariants/chat-invariants.ts';
import { findHeld, isOpen } from '../world/taps.ts';
import type { Reply } from '#api/testing/clients/in-process-request.ts';
import { ORIGIN } from '../world/sim-server.ts';
import { selectByIndex, Violation } from '../plans/step.ts';
import type { Actor, Step } from '../plans/step.ts';
import { PRODUCT_IDS, signIn } from '../world/world-template.ts';
import type { World } from '../world/world.ts';

const SELLER = 'demo-sam';
/** Key, in a world's memory, of the session that the seller opened after the template's session had ended. */
const SELLERS_COOKIES = "the seller's cookies";
/** Products of chats: few, so that chats have several messages. */
const ASKED = PRODUCT_IDS.slice(0, 2);
/** More messages than one page of the feed holds. */
const BURST = 60;
const BURSTS = 2;

type MessageTap = ReturnType<typeof listMessages>[number];

const listMessages = (world: World) => world.taps.named('sendMessage');

/** Buyers who ask on all their devices, and a seller who answers through the API. */
export const chatActor: Actor = {
  name: 'chats',
  steps: [
    {
      kind: 'say',
      weight: 8,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(ASKED),
        content: `word ${choice.below(1_000_000)}`,
      }),
      run: say,
    },
    {
      kind: 'read chat',
      weight: 6,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(ASKED),
        back: choice.below(4),
      }),
      run: async (world, { device, tab, product, back }) => {
        const used = world.tab(device, tab);
        const data = used?.data;
        const chatId = chatIdOf(data?.sub ?? '', Number(product));
        const chat = await data?.chats.find(chatId);
        if (!used || !data || !chat || chat.last_seq === 0) return;
        const seq = Math.max(1, chat.last_seq - Number(back));
        if (seq <= chat.read_seq) return;
        const mutation = { name: 'markChatRead', args: { chat_id: chatId, seq } } as const;
        const tap = { device: used.device, sub: data.sub, mutation, atMs: world.still.now() };
        const made = await world.taps.make(tap, () => data.chats.markRead(chatId, seq));
        // When a restored server has forgotten the marked message, the mark covers only the messages that are left.
        made.mayBeMissing ||= seq > readLastSeq(world, chatId);
        if (made.report !== 'kept') return;
        const after = await data.chats.find(chatId);
        if ((after?.read_seq ?? 0) < seq) throw new Violation('own writes visible', `${chatId} was read up to ${seq}`);
      },
    },
    {
      kind: 'type',
      weight: 2,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        product: choice.oneOf(ASKED),
        isTyping: choice.below(2) > 0,
      }),
      run: (world, { device, product, isTyping }) => {
        const tab = world.tab(device);
        const chatId = chatIdOf(tab?.device.sub ?? '', Number(product));
        void tab?.engine.account.setTyping(chatId, Boolean(isTyping)).catch(() => undefined);
      },
    },
    {
      kind: 'answer',
      weight: 8,
      plan: (choice) => ({
        place: choice.below(3),
        content: `answer ${choice.below(1_000_000)}`,
        times: choice.oneOf([1, 1, 2]),
      }),
      run: answer,
    },
    {
      kind: 'answer at length',
      weight: 0.4,
      plan: (choice) => ({ place: choice.below(3) }),
      run: async (world, { place }) => {
        const chatId = selectByIndex(chatsOf(world), place);
        if (chatId === undefined) return;
        for (let round = 0; round < BURSTS; round++) {
          const messages = Array.from({ length: BURST }, (_, number) =>
            messageOf(world, chatId, `long ${round} ${number}`),
          );
          await push(world, messages);
        }
      },
    },
    {
      kind: 'older messages',
      weight: 3,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(ASKED),
      }),
      run: (world, { device, tab: place, product }) => {
        const tab = world.tab(device, place);
        const chatId = chatIdOf(tab?.device.sub ?? '', Number(product));
        void tab?.engine.account.loadOlderMessages(chatId).catch(() => undefined);
      },
    },
    {
      kind: 'seller reads',
      weight: 4,
      plan: (choice) => ({ place: choice.below(3), seq: 1 + choice.below(6) }),
      run: async (world, { place, seq }) => {
        const chat_id = selectByIndex(chatsOf(world), place);
        if (chat_id !== undefined) await push(world, [{ name: 'markChatRead', args: { chat_id, seq: Number(seq) } }]);
      },
    },
  ],

  checkCommitted(world) {
    checkMessageSequence(world);
    checkMessagesOnce(world);
    const name = `read after ${world.taps.history} restores`;
    world.memory.set(name, checkReadMarks(world, (world.memory.get(name) as ReadMarks | undefined) ?? new Map()));
  },

  checkAlways(world) {
    for (const message of listMessages(world)) checkShown(world, message);
    for (const device of world.devices) checkStoredMessages(world, device);
  },

  async checkAtRest(world) {
    for (const device of world.devices) {
      const data = device.tabs[0]?.data;
      if (!data) throw new Violation('tabs reopen', device.name);
      await checkChatViews(world, device.name, data);
    }
    for (const tap of listMessages(world)) {
      if (tap.mayBeMissing || findHeld(tap) === 'shown for a decision') continue;
      const { length } = world.rows(
        'select 1 from chat_message where content = ? and sender_sub = ?',
        tap.mutation.args.content,
        tap.sub,
      );
      if (length !== 1) throw new Violation('no message lost', `"${tap.mutation.args.content}" exists ${length} times`);
    }
    checkReadMarksTapped(world);
    const { changed } = await listSellersChats(world);
    for (const { id, read_seq, unread_count } of changed) {
      const unread = countUnread(world, id, SELLER, read_seq);
      if (unread !== unread_count) {
        throw new Violation('unread counts agree', `the seller sees ${unread_count} of ${unread} in ${id}`);
      }
    }
  },
};

const chatsOf = (world: World): string[] =>
  world.rows<{ id: string }>('select id from chat order by id').map(({ id }) => id);

const readLastSeq = (world: World, chatId: string): number =>
  world.rows<{ last_seq: number }>('select last_seq from chat where id = ?', chatId)[0]?.last_seq ?? 0;

/** Each message has a unique text, by which it is recognized. */
const messageOf = (world: World, chat_id: string, text: string): Mutation => ({
  name: 'sendMessage',
  args: { chat_id, message_id: crypto.randomUUID(), content: `${text}, tap ${world.taps.number()}`, images: [] },
});

/** A buyer sends a message, which starts the chat when there is none. */
async function say(world: World, { device, tab: place, product, content }: Step): Promise<void> {
  const tab = world.tab(device, place);
  if (!tab) return;
  const { chats, sub } = tab.data;
  const about = { product_id: Number(product), title: '', preview: '', placeholder: '', buyer_name: '' };
  // A device whose storage fails reports it; nothing is tapped then.
  const chatId = await chats.start(about).catch(() => undefined);
  if (chatId === undefined) return;
  const number = world.taps.number();
  const text = `${String(content)}, tap ${number}`;
  const args = { chat_id: chatId, message_id: '', content: text, images: [] };
  const tap = {
    number,
    device: tab.device,
    sub,
    mutation: { name: 'sendMessage', args } as const,
    atMs: world.still.now(),
  };
  const { report } = await world.taps.make(tap, () => chats.send(chatId, { content: text, photos: [] }));
  if (report !== 'kept') return;
  const { messages } = await chats.messages(chatId, 1_000);
  const own = messages.findLast((message) => message.content === text && message.seq === null);
  if (!own) throw new Violation('own writes visible', `${tab.device.name} does not show "${text}"`);
}

/** The seller answers, sometimes twice, as a client does after a lost reply. */
async function answer(world: World, { place, content, times }: Step): Promise<void> {
  const chatId = selectByIndex(chatsOf(world), place);
  if (chatId === undefined) return;
  const message = messageOf(world, chatId, String(content));
  for (let round = 0; round < Number(times); round++) await push(world, [message]);
}

/** Pushes operations of the seller as a separate client. */
async function push(world: World, mutations: readonly Mutation[]): Promise<void> {
  const ops = mutations.map((mutation, place) => ({ op: place + 1, ...mutation }));
  const body = JSON.stringify({ client: crypto.randomUUID(), user: SELLER, ops });
  await callAsSeller(world, 'POST', PUSH_PATH, body);
}

async function listSellersChats(world: World): Promise<AccountChanges['chats']> {
  const text = await callAsSeller(world, 'GET', pullAccount.path);
  return (JSON.parse(text) as AccountChanges).chats;
}

async function callAsSeller(world: World, method: string, path: string, body?: string): Promise<string> {
  const call = async (): Promise<Reply | undefined> => {
    const [known = new Map<string, string>()] = world.template.sessions.sam;
    const cookies = (world.memory.get(SELLERS_COOKIES) as Cookies | undefined) ?? known;
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      cookie: cookieHeader(cookies),
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
    };
    return world.server.handle({ method, path, headers, body }, '10.7.7.7');
  };
  const reply = await call();
  if (reply?.status !== 401) return reply?.body.toString() ?? '';
  // The session has ended after some weeks without use.
  const cookies = await world.still.finish(signIn(world.server, 'sam')).catch(() => undefined);
  world.memory.set(SELLERS_COOKIES, cookies);
  return (await call())?.body.toString() ?? '';
}

/** Checks that a device's message is in its outbox, among its messages, or older than the newest stored one of its chat. */
function checkShown(world: World, { devices: [device], sub, mutation, mayBeMissing, isBehind }: MessageTap): void {
  if (!device || device.sub !== sub || mayBeMissing || isBehind) return;
  const { content } = mutation.args;
  const isWaiting = device
    .readUserTable(sub, 'operations')
    .filter(isOpen)
    .map((row) => row['mutation'] as Mutation)
    .some(({ name, args }) => name === 'sendMessage' && args.content === content);
  const rows = device.readUserTable(sub, 'messages');
  if (isWaiting || rows.some((row) => row['content'] === content)) return;
  const [sent] = world.rows<{ seq: number; chat_id: string }>(
    'select seq, chat_id from chat_message where content = ?',
    content,
  );
  const newest = Math.max(
    0,
    ...rows.filter((row) => row['chat_id'] === sent?.chat_id).map((row) => Number(row['seq'])),
  );
  if (!sent || sent.seq > newest)
    throw new Violation('own writes visible', `${device.name} no longer shows "${content}"`);
}

/** Checks that each buyer has read a chat as far as the taps of their devices say. */
function checkReadMarksTapped(world: World): void {
  const marks = Map.groupBy(world.taps.named('markChatRead'), ({ sub, mutation }) => `${sub} ${mutation.args.chat_id}`);
  const members = world.rows<{ sub: string; id: string; read_seq: number; last_seq: number }>(
    `select sub, chat_id as id, read_seq, last_seq from chat_member join chat on chat.id = chat_id where role = 'buyer'`,
  );
  for (const { sub, id, read_seq, last_seq } of members) {
    const taps = marks.get(`${sub} ${id}`) ?? [];
    const most = Math.max(0, ...taps.map(({ mutation }) => mutation.args.seq));
    const least = Math.max(
      0,
      ...taps.filter(({ mayBeMissing }) => !mayBeMissing).map(({ mutation }) => mutation.args.seq),
    );
    if (read_seq > most || read_seq < Math.min(least, last_seq)) {
      throw new Violation('chats are read once tapped', `${sub} has read ${id} up to ${read_seq}, tapped ${most}`);
    }
  }
}
