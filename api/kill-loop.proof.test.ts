import { openTestContext } from './testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushOperations } from '#contract/http/account.ts';
import { getCart } from '#contract/http/cart.ts';
import type { CartLine } from '#contract/orders/cart.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { json, send } from './testing/clients/send.ts';
import { startServerProcess } from './testing/processes/server-process.ts';
import type { ServerProcess } from './testing/processes/server-process.ts';
import { signIn } from './testing/clients/sign-in.ts';

const ROUNDS = 8;
const PRODUCTS = 40;
/** Longest random part of the time between the start and the kill of a server. */
const MAX_LIFE_MS = 400;

let dataDir: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hexlime-kill-'));
  const context = await openTestContext(dataDir);
  await context.products.saveProducts(
    'ayz',
    Array.from({ length: PRODUCTS }, (_, index) => ({
      id: index + 1,
      fields: {
        title: `Lamp ${index + 1}`,
        main_category: 'Lamps',
        category: 'Desk',
        good_condition_price: '10',
        good_condition_available_quantity: '50',
      },
    })),
  );
  await context.close();
});
afterAll(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = async (): Promise<string> => {
  server = startServerProcess(dataDir, { DEMO: '1' });
  return server.url();
};

it('[RELIABILITY P1] acknowledged writes survive kills of the server, and none takes effect twice', async () => {
  let url = await start();
  // The session outlives the server.
  const { headers, sub } = await signIn({ url }, 'alice');
  const sent = new Map<number, number>();
  const acknowledged = new Set<number>();
  let nextOp = 1;

  /** Sends an operation until it gets a reply; false when the server died meanwhile. */
  const push = async (op: number): Promise<boolean> => {
    const productId = (op % PRODUCTS) + 1;
    sent.set(op, productId);
    const body = {
      client: 'kill-loop',
      user: sub,
      ops: [
        {
          id: `kill-loop-${op}`,
          number: op,
          name: 'addCartItem',
          args: { product_id: productId, condition: 'good', quantity: 1, price_seen: '10' },
        },
      ],
    };
    const reply = await send(url, pushOperations.path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (reply === undefined) return false;
    if (reply.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return push(op);
    }
    const [result] = json(reply)['results'] as OperationResult[];
    expect(result).toMatchObject({ id: `kill-loop-${op}`, outcome: 'applied' });
    acknowledged.add(op);
    return true;
  };

  const pushUntilDead = async (): Promise<void> => {
    while (nextOp < PRODUCTS * 90 && (await push(nextOp++)));
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const clients = [pushUntilDead(), pushUntilDead(), pushUntilDead()];
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * MAX_LIFE_MS));
    await server?.kill();
    await Promise.all(clients);
    url = await start();
    // Operations without a reply are sent again, although some of them have taken effect already.
    for (const op of sent.keys()) if (!acknowledged.has(op)) expect(await push(op)).toBe(true);
  }

  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 3);
  const wanted = new Map<number, number>();
  for (const productId of sent.values()) wanted.set(productId, (wanted.get(productId) ?? 0) + 1);
  const reply = await send(url, getCart.path.replace('{userId}', sub), { headers });
  const lines = JSON.parse(reply.body.toString()) as CartLine[];
  const held = lines.map(({ product_id, quantity }) => [product_id, quantity] as const);
  expect(held.toSorted(([a], [b]) => a - b)).toEqual([...wanted].toSorted(([a], [b]) => a - b));
}, 400_000);
