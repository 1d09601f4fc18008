import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { ERRORS } from '#contract/http/error-codes.ts';
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
/** `ok`, an error code, or the close code of the socket. */
type Outcome = string;
interface Row {
  /** The data that Alice would send. */
  readonly data: unknown;
  readonly outcomes: Readonly<Record<Role, Outcome>>;
}

const ALICE = 'demo-alice';
const CHAT = chatIdOf(ALICE, 1);
const everyone: Row['outcomes'] = { visitor: 'ok', other: 'ok', seller: 'ok', alice: 'ok' };
/** Events about Alice's chat, of which the seller is a member. */
const members: Row['outcomes'] = { visitor: 'unauthorized', other: 'not-found', seller: 'ok', alice: 'ok' };
/** Events that name Alice. */
const own: Row['outcomes'] = {
  visitor: 'unauthorized',
  other: 'identity-mismatch',
  seller: 'identity-mismatch',
  alice: 'ok',
};

const TABLE: { readonly [Event in UpEvent]: Row } = {
  ping: { data: undefined, outcomes: everyone },
  registerUser: {
    data: { userId: ALICE },
    outcomes: { visitor: 'unauthorized', other: '4403', seller: '4403', alice: 'ok' },
  },
  // A token that was never issued.
  registerAdmin: {
    data: { token: `adm_p_${'A'.repeat(43)}` },
    outcomes: { visitor: 'unauthorized', other: 'unauthorized', seller: 'unauthorized', alice: 'unauthorized' },
  },
  getChats: { data: { participantId: ALICE }, outcomes: own },
  joinChat: { data: { chatId: CHAT, after: 0 }, outcomes: members },
  leaveChat: { data: { chatId: CHAT }, outcomes: { ...everyone, visitor: 'unauthorized' } },
  markAsRead: { data: { chatId: CHAT, seq: 1 }, outcomes: members },
  // Ignored without an error when sent for another user.
  typing: { data: { chatId: CHAT, userId: ALICE }, outcomes: everyone },
  stopTyping: { data: { chatId: CHAT, userId: ALICE }, outcomes: everyone },
  sendMessage: {
    data: { chatId: CHAT, senderGoogleId: ALICE, clientMsgId: 'm-1', content: 'Hello', images: [] },
    outcomes: own,
  },
};

let app: ChatApp;
let alice: EventSocket;
const opened: EventSocket[] = [];

beforeAll(async () => {
  app = await startChatApp({ socketLimits: { frames: 1e6, perNetwork: 1e3 } });
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

it('the table contains every event', () => {
  const events = upMessageSchema.def.options.map((option) => [...(option.def.shape.event.def.values as UpEvent[])][0]);
  expect(Object.keys(TABLE).toSorted()).toEqual(events.toSorted());
});

describe('an event', () => {
  it.each(Object.entries(TABLE))('%s works only for permitted roles', async (event, row) => {
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

  it('registers an administrator only with a token of the same device', async () => {
    const { database, now } = app.context;
    const tokens = createAdminTokens(database, now);
    const token = await tokens.create(database.writer, { deviceId: 'another device id' });
    const socket = await open('alice');
    expect(await ask(socket, 'registerAdmin', { token })).toBe('unauthorized');
    const valid = await tokens.create(database.writer);
    expect(await ask(socket, 'registerAdmin', { token: valid })).toBe('ok');
  });
});

/** Wrong values for any member of an event's data. */
const WRONG: readonly unknown[] = [null, true, [], {}, ...HOSTILE_NUMBERS, ...BROKEN_TEXTS, ...HOSTILE_TEXTS];

describe('hostile data', () => {
  it.each(Object.entries(TABLE))(
    'of %s is rejected or has no effect, and the socket stays open',
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
        if (answer.error)
          expect(Object.hasOwn(ERRORS, answer.error.code) && answer.error.code !== 'internal').toBe(true);
      }
      expect(await tables()).toEqual(before);
      await alice.settle();
    },
  );
});

/** Whether a variant is valid data of its event: any text is a valid message. */
function isHarmless(event: string, variant: unknown): boolean {
  if (event === 'registerUser') return true;
  if (event !== 'sendMessage' && event !== 'markAsRead') return false;
  const parsed = upMessageSchema.safeParse({ event, data: variant });
  return parsed.success && JSON.stringify(variant).includes(CHAT);
}

describe('malformed frames', () => {
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
    // Below the protocol: arbitrary lengths, masks and codes.
    else (socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(frame.bytes);
  };

  it(`close at most their own socket, and other sockets keep working (seed ${FUZZ_SEED})`, FUZZ_TIMEOUT, async () => {
    const bystander = await open('alice');
    const before = await tables();
    await fc.assert(
      fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 8 }), async (frames) => {
        const hostile = await openEventSocket(app.url, {}, (frame) => {
          expect(downMessageSchema.safeParse(frame).success).toBe(true);
        });
        for (const frame of frames) write(hostile.socket, frame);
        await bystander.settle();
        hostile.socket.terminate();
        await once(hostile.socket, 'close').catch(() => undefined);
      }),
      fuzz(150),
    );
    expect(await tables()).toEqual(before);
  });
});
