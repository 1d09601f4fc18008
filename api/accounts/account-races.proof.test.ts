import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CART_LINES, MAX_NEW_CHATS_PER_DAY } from '#contract/limits.ts';
import { addViews } from '../catalog/products/view.repository.ts';
import { createChatsService } from '../chats/chats.service.ts';
import { createMessageRate } from '../chats/message-rate.ts';
import { createMemoryBuckets } from '../limits/memory-buckets.ts';
import { NO_LANES } from '../storage/lanes.ts';
import { startTwoNodes } from '../testing/apps/two-nodes.ts';
import type { TwoNodes } from '../testing/apps/two-nodes.ts';
import { messageOf, startOf } from '../testing/clients/chat-client.ts';
import type { TestMutation } from '../testing/clients/chat-client.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import { POSTGRES_MISSING } from '../testing/databases/postgres-server.ts';

const PRODUCTS = 100;
const FIELDS = {
  main_category: 'Photo',
  category: 'Cameras',
  good_condition_price: '10',
  good_condition_available_quantity: '500',
} as const;

describe.skipIf(POSTGRES_MISSING !== undefined)('changes of an account whose transactions overlap at two nodes', () => {
  let two: TwoNodes;
  let users = 0;
  let operations = 0;
  beforeAll(async () => {
    two = await startTwoNodes();
    const writes = Array.from({ length: PRODUCTS }, (_, index) => ({
      id: index + 1,
      fields: { ...FIELDS, title: `Camera ${index + 1}` },
    }));
    await two.nodes[0].context.products.saveProducts('ayz', writes);
  });
  afterAll(() => two.stop());

  const newUser = (name = `user${(users += 1)}`): Promise<SignedIn> => signIn(two.nodes[0], name);
  const call = (node: 0 | 1, { headers }: SignedIn, method: string, path: string, body: unknown): Promise<Reply> =>
    send(two.nodes[node].url, path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const nextOperation = () => ({ client: `device-${(operations += 1)}`, id: `operation-${operations}` });
  /** Pushes an operation. Without `client` and `id` it is the first operation of a new device. */
  const push = async (
    node: 0 | 1,
    user: SignedIn,
    mutation: TestMutation,
    { client, id }: { client: string; id: string } = nextOperation(),
  ) => {
    const reply = await call(node, user, 'POST', '/api/sync/push', {
      client,
      user: user.sub,
      ops: [{ id, number: 1, ...mutation }],
    });
    const [result] = json(reply)['results'] as [{ outcome: string; code?: string }];
    return result.code ?? result.outcome;
  };
  const item = (product_id: number, quantity = 1) => ({ product_id, condition: 'good', quantity });
  const add = (product_id: number, quantity?: number): TestMutation => ({
    name: 'addCartItem',
    args: { ...item(product_id, quantity), price_seen: '10' },
  });
  const quantities = async ({ sub }: SignedIn): Promise<number[]> => {
    const { reader } = two.nodes[0].context.database;
    const lines = await reader.selectFrom('cart_line').select('quantity').where('sub', '=', sub).execute();
    return lines.map(({ quantity }) => quantity);
  };
  const fillCart = async (user: SignedIn, lines: number): Promise<void> => {
    for (let line = 0; line < lines; line++) await push(0, user, add(PRODUCTS - line));
  };

  it('[user] a cart that two devices fill has no more lines than the limit', async () => {
    const user = await newUser();
    await fillCart(user, MAX_CART_LINES - 1);
    const results = await two.race(
      { table: 'cart_line', on: 'insert' },
      () => push(0, user, add(1)),
      () => push(1, user, add(2)),
    );
    expect(results).toEqual(['applied', 'cart-full']);
    expect(await quantities(user)).toHaveLength(MAX_CART_LINES);
  });

  it.each([
    ['adds units', 'POST', '/api/cart', { quantity: 4, store: '' }, 9],
    ['sets them', 'PUT', '/api/cart/quantity', { quantity: 4, store: '' }, 7],
    ['removes the line', 'DELETE', '/api/cart', {}, 3],
  ])(
    '[user] units that are added by the outbox are not lost when a call %s',
    async (_what, method, path, more, units) => {
      const user = await newUser();
      await push(0, user, add(1, 2));
      const [reply, result] = await two.race(
        { table: 'user_account', on: 'update' },
        () => call(0, user, method, path, { google_id: user.sub, product_id: 1, condition: 'good', ...more }),
        () => push(1, user, add(1, 3)),
      );
      expect([reply.status, result]).toEqual([method === 'DELETE' ? 204 : 200, 'applied']);
      expect(await quantities(user)).toEqual([units]);
    },
  );

  it('[user] an operation that is sent to both nodes is applied once', async () => {
    const user = await newUser();
    await push(0, user, add(1, 2));
    const sent = { client: 'phone', id: 'phone-operation-1' };
    const results = await two.race(
      { table: 'cart_line', on: 'update' },
      () => push(0, user, add(1, 3), sent),
      () => push(1, user, add(1, 3), sent),
    );
    expect(results).toEqual(['applied', 'applied']);
    expect(await quantities(user)).toEqual([5]);
  });

  it.each([
    ['the outbox', (user: SignedIn) => push(1, user, startOf(2))],
    [
      'a call',
      async (user: SignedIn) =>
        json(await call(1, user, 'POST', '/api/chats', { productId: 2, buyerGoogleId: user.sub }))['code'],
    ],
    [
      'a message',
      async ({ sub, headers }: SignedIn) => {
        const socket = await openEventSocket(two.nodes[1].url, headers);
        const message = { chatId: `2-${sub}`, senderGoogleId: sub, content: 'Is it new?', images: [] };
        const { error } = await socket.ask('sendMessage', message);
        socket.socket.close();
        return error?.code;
      },
    ],
  ])('[user] a buyer cannot exceed the daily limit of new chats by %s', async (_way, second) => {
    const user = await newUser();
    for (let chat = 1; chat < MAX_NEW_CHATS_PER_DAY; chat++) await push(0, user, startOf(PRODUCTS - chat));
    const [first, other] = await two.race(
      { table: 'chat', on: 'insert' },
      () => push(0, user, startOf(1)),
      () => second(user),
    );
    expect(first).toBe('applied');
    expect(other).not.toBe('applied');
    const { reader } = two.nodes[0].context.database;
    const chats = await reader.selectFrom('chat').select('id').where('buyer_sub', '=', user.sub).execute();
    expect(chats).toHaveLength(MAX_NEW_CHATS_PER_DAY);
  });

  const numbersOf = async (chatId: string): Promise<number[]> => {
    const { reader } = two.nodes[0].context.database;
    const messages = await reader
      .selectFrom('chat_message')
      .select(['seq', 'clock'])
      .where('chat_id', '=', chatId)
      .orderBy('clock')
      .execute();
    return messages.map(({ seq }) => seq);
  };

  it('[chat] messages of buyer and staff never share a number, whether sent by the outbox or the socket', async () => {
    const [buyer, sam] = [await newUser(), await newUser('sam')];
    const chatId = `3-${buyer.sub}`;
    await push(0, buyer, startOf(3));
    expect(
      await two.race(
        { table: 'chat_message', on: 'insert' },
        () => push(0, buyer, messageOf(chatId, 'Is it new?')),
        () => push(1, sam, messageOf(chatId, 'Good morning')),
      ),
    ).toEqual(['applied', 'applied']);
    const socket = await openEventSocket(two.nodes[1].url, sam.headers);
    const [, reply] = await two.race(
      { table: 'chat_message', on: 'insert' },
      () => push(0, buyer, messageOf(chatId, 'Is it?')),
      () => socket.ask('sendMessage', { chatId, senderGoogleId: sam.sub, content: 'It is', images: [] }),
    );
    socket.socket.close();
    expect(reply).not.toHaveProperty('error');
    expect(await numbersOf(chatId)).toEqual([1, 2, 3, 4]);
  });

  it('[chat] a read mark does not go back', async () => {
    const [buyer, sam] = [await newUser(), await newUser('sam')];
    const chatId = `4-${buyer.sub}`;
    await push(0, buyer, startOf(4));
    for (const text of ['one', 'two']) await push(0, sam, messageOf(chatId, text));
    const socket = await openEventSocket(two.nodes[1].url, buyer.headers);
    await two.race(
      { table: 'chat_member', on: 'update' },
      () => push(0, buyer, { name: 'markChatRead', args: { chat_id: chatId, seq: 2 } }),
      () => socket.ask('markAsRead', { chatId, seq: 1 }),
    );
    socket.socket.close();
    const { reader } = two.nodes[0].context.database;
    const mark = reader.selectFrom('chat_member').select('read_seq').where('chat_id', '=', chatId);
    expect(await mark.where('sub', '=', buyer.sub).executeTakeFirst()).toEqual({ read_seq: 2 });
  });

  it('[views] view counts of a shop never share a number, and none is lost', async () => {
    const [here, there] = two.nodes.map(({ context }) => context.write) as [
      TwoNodes['nodes'][0]['context']['write'],
      TwoNodes['nodes'][0]['context']['write'],
    ];
    await two.race(
      { table: 'product_view', on: 'insert' },
      () => addViews(here, 'ayz', new Map([[1, 2]])),
      () => addViews(there, 'ayz', new Map([[2, 3]])),
    );
    const { reader } = two.nodes[0].context.database;
    const views = reader.selectFrom('product_view').select(['product_id', 'count', 'seq']).orderBy('seq');
    expect(await views.where('shop', '=', 'ayz').execute()).toEqual([
      { product_id: 1, count: 2, seq: 1 },
      { product_id: 2, count: 3, seq: 2 },
    ]);
  });

  it('a message whose write unit is repeated takes only one token of the message limit', async () => {
    const buyer = await newUser();
    const chatId = `5-${buyer.sub}`;
    await push(0, buyer, startOf(5));
    const { write, now } = two.nodes[0].context;
    const listStaff = () => Promise.resolve([]);
    const chats = createChatsService({ listStaff, sellerSub: undefined, now });
    const messages = createMessageRate(createMemoryBuckets({ burst: 1, perSecond: 0.001 }, now));
    let tries = 0;
    await messages.allow(buyer.sub, 1, (allowance) =>
      write(async (unit) => {
        allowance.begin();
        tries += 1;
        const message = { chat_id: chatId, message_id: 'once', content: 'Hello', images: [] };
        await chats.send(unit, buyer.sub, message, allowance);
        if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      }, NO_LANES),
    );
    expect([tries, await numbersOf(chatId)]).toEqual([2, [1]]);
  });
});
