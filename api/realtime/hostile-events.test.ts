import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { chatIdOf } from '#contract/chat-path.ts';
import { isErrorCode } from '#contract/errors.ts';
import { downMessageSchema } from '#contract/realtime/down.ts';
import { upMessageSchema } from '#contract/realtime/up.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import { createAdminTokens } from '../identity/admin/admin-tokens.ts';
import { startChatApp } from '../testing/apps/chat-app.ts';
import type { ChatApp } from '../testing/apps/chat-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import type { EventSocket, ReceivedFrame } from '../testing/clients/event-socket.ts';
import { FUZZ_SEED, FUZZ_TIMEOUT, fuzz } from '../testing/hostile/fuzz.ts';
import { BROKEN_TEXTS, HOSTILE_NUMBERS, HOSTILE_TEXTS } from '../testing/hostile/hostile-input.ts';

type UpEvent = UpMessage['event'];
type Role = 'visitor' | 'other' | 'seller' | 'alice';
/** `ok`, the code of a refusal, or the code with which the socket is closed. */
type Outcome = string;
interface Row {
  /** What Alice would say. */
  readonly data: unknown;
  readonly outcomes: Readonly<Record<Role, Outcome>>;
}

const ALICE = 'demo-alice';
const CHAT = chatIdOf(ALICE, 1);
const everybody: Row['outcomes'] = { visitor: 'ok', other: 'ok', seller: 'ok', alice: 'ok' };
/** About a chat of Alice: the seller is a member. */
const members: Row['outcomes'] = { visitor: 'unauthorized', other: 'not-found', seller: 'ok', alice: 'ok' };
/** Names Alice. */
const own: Row['outcomes'] = {
  visitor: 'unauthorized',
  other: 'identity-mismatch',
  seller: 'identity-mismatch',
  alice: 'ok',
};

const TABLE: { readonly [Event in UpEvent]: Row } = {
  ping: { data: undefined, outcomes: everybody },
  registerUser: {
    data: { userId: ALICE },
    outcomes: { visitor: 'unauthorized', other: '4403', seller: '4403', alice: 'ok' },
  },
  // Of a token that nobody was given.
  registerAdmin: {
    data: { token: `adm_p_${'A'.repeat(43)}` },
    outcomes: { visitor: 'unauthorized', other: 'unauthorized', seller: 'unauthorized', alice: 'unauthorized' },
  },
  getChats: { data: { participantId: ALICE }, outcomes: own },
  joinChat: { data: { chatId: CHAT, after: 0 }, outcomes: members },
  leaveChat: { data: { chatId: CHAT }, outcomes: { ...everybody, visitor: 'unauthorized' } },
  markAsRead: { data: { chatId: CHAT, seq: 1 }, outcomes: members },
  // Whoever says it for somebody else is not heard, and not told.
  typing: { data: { chatId: CHAT, userId: ALICE }, outcomes: everybody },
  stopTyping: { data: { chatId: CHAT, userId: ALICE }, outcomes: everybody },
  sendMessage: {
    data: { chatId: CHAT, senderGoogleId: ALICE, clientMsgId: 'm-1', content: 'Hello', images: [] },
    outcomes: own,
  },
};

let app: ChatApp;
let alice: EventSocket;
const opened: EventSocket[] = [];

beforeAll(async () => {
  app = await startChatApp({ socketLimits: { frames: 1e6, perAddress: 1e3 } });
  await app.startChat('alice');
});
afterAll(() => app.stop());
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate();
});

const open = async (role: Role): Promise<EventSocket> => {
  const names = { visitor: undefined, other: 'bob', seller: 'sam', alice: 'alice' } as const;
  const name = names[role];
  const socket = name === undefined ? await app.openVisitor() : await app.open(name);
  opened.push(socket);
  return socket;
};

const ask = async (socket: EventSocket, event: string, data: unknown): Promise<Outcome> => {
  const answer: ReceivedFrame | Outcome = await Promise.race([
    socket.ask(event, data),
    socket.closed.then((code) => String(code)),
  ]).catch(async () => String(await socket.closed));
  return typeof answer === 'string' ? answer : (answer.error?.code ?? 'ok');
};

const tables = async (): Promise<unknown> => {
  const { reader } = app.context.database;
  return {
    messages: await reader.selectFrom('chat_message').selectAll().execute(),
    chats: await reader.selectFrom('chat').selectAll().execute(),
    members: await reader.selectFrom('chat_member').selectAll().execute(),
  };
};

it('no event is left out', () => {
  const events = upMessageSchema.def.options.map((option) => [...(option.def.shape.event.def.values as UpEvent[])][0]);
  expect(Object.keys(TABLE).toSorted()).toEqual(events.toSorted());
});

describe('an event', () => {
  it.each(Object.entries(TABLE))('%s is done for whom it is for, and for nobody else', async (event, row) => {
    for (const role of ['visitor', 'other', 'seller', 'alice'] as const) {
      if (role === 'seller') await app.say('alice', CHAT, 'Is it there?');
      const before = await tables();
      const socket = await open(role);
      const outcome = await ask(socket, event, row.data);
      expect([role, outcome]).toEqual([role, row.outcomes[role]]);
      if (outcome !== 'ok') expect(await tables()).toEqual(before);
      socket.socket.terminate();
    }
  });

  it('with a token of another browser, or of none, makes nobody an administrator', async () => {
    const token = await createAdminTokens(app.context.database, app.context.now).create('a mark of another browser');
    const socket = await open('alice');
    expect(await ask(socket, 'registerAdmin', { token })).toBe('unauthorized');
    const good = await createAdminTokens(app.context.database, app.context.now).create();
    expect(await ask(socket, 'registerAdmin', { token: good })).toBe('ok');
  });
});

/** What a member of an event's data is not. */
const WRONG: readonly unknown[] = [null, true, [], {}, ...HOSTILE_NUMBERS, ...BROKEN_TEXTS, ...HOSTILE_TEXTS];

describe('hostile data', () => {
  it.each(Object.entries(TABLE))(
    'of %s is refused or means nothing, and the socket lives on',
    async (event, { data }) => {
      alice = await open('alice');
      const before = await tables();
      const given = typeof data === 'object' ? (data as Record<string, unknown>) : {};
      const variants = [
        ...WRONG,
        { ...given, isAdmin: true },
        JSON.parse('{"__proto__":{"chatId":"1-demo-bob"}}') as unknown,
        { ...given, chatId: chatIdOf('demo-bob', 1), userId: 'demo-bob', participantId: 'demo-bob' },
        ...Object.keys(given).flatMap((name) => WRONG.map((value) => ({ ...given, [name]: value }))),
      ].filter((variant) => !isHarmless(event, variant));
      for (const variant of variants) {
        if (JSON.stringify(variant).length > 15_000) continue;
        const answer = await alice.ask(event, variant);
        if (answer.error) expect(isErrorCode(answer.error.code) && answer.error.code !== 'internal').toBe(true);
      }
      expect(await tables()).toEqual(before);
      await alice.settle();
    },
  );
});

/** A text is a text, and an id that nothing has may be any: what is said with them is said. */
function isHarmless(event: string, variant: unknown): boolean {
  if (event === 'registerUser') return true;
  if (event !== 'sendMessage' && event !== 'markAsRead') return false;
  const parsed = upMessageSchema.safeParse({ event, data: variant });
  return parsed.success && JSON.stringify(variant).includes(CHAT);
}

describe('bytes that are no frame', () => {
  const deep = (depth: number) => `{"event":"ping","data":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const anyFrame = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: fc.string({ unit: 'binary', maxLength: 400 }) }),
    fc.record({ kind: fc.constant('text' as const), text: fc.json() }),
    fc.record({ kind: fc.constant('text' as const), text: fc.integer({ min: 1, max: 8_000 }).map(deep) }),
    fc.record({
      kind: fc.constant('text' as const),
      text: fc
        .tuple(fc.constantFrom(...Object.keys(TABLE)), fc.json())
        .map(([event, data]) => `{"event":"${event}","id":1,"data":${data}}`),
    }),
    fc.record({
      kind: fc.constant('bytes' as const),
      bytes: fc.uint8Array({ maxLength: 400 }),
      isBinary: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('parts' as const),
      parts: fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 30 }),
    }),
    fc.record({ kind: fc.constant('raw' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }) }),
    fc.record({ kind: fc.constant('huge' as const), length: fc.integer({ min: 15_000, max: 80_000 }) }),
  );
  type AnyFrame = typeof anyFrame extends fc.Arbitrary<infer Frame> ? Frame : never;

  const write = (socket: WebSocket, frame: AnyFrame): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (frame.kind === 'text') socket.send(frame.text);
    else if (frame.kind === 'bytes') socket.send(frame.bytes, { binary: frame.isBinary });
    else if (frame.kind === 'huge') socket.send('x'.repeat(frame.length));
    else if (frame.kind === 'parts')
      frame.parts.forEach((part, at) => socket.send(part, { fin: at === frame.parts.length - 1 }));
    // Beneath the protocol: lengths, masks and codes that say anything.
    else (socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(frame.bytes);
  };

  it(`end at most their own socket; others hear what they ask for (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const witness = await open('alice');
    const before = await tables();
    await fc.assert(
      fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 8 }), async (frames) => {
        const hostile = await openEventSocket(app.url, {}, (frame) => {
          expect(downMessageSchema.safeParse(frame).success).toBe(true);
        });
        for (const frame of frames) write(hostile.socket, frame);
        await witness.settle();
        hostile.socket.terminate();
        await once(hostile.socket, 'close').catch(() => undefined);
      }),
      fuzz(150),
    );
    expect(await tables()).toEqual(before);
  });
});
