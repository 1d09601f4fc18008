import { afterEach, beforeEach, expect, it } from 'vitest';
import { getBlocks, getChanges } from '#contract/http/catalog.ts';
import { getProduct } from '#contract/http/products.ts';
import { makeBlock } from '../snapshot/blocks/block-store.contract.ts';
import type { StoredBlock } from '../snapshot/blocks/block-store.ts';
import { generateProducts } from '../../testing/generate-products.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { runQueriesHere } from '../../testing/run-queries-here.ts';
import { createUnpacking } from '../../http/caching/unpacking.ts';
import { createMisses } from './misses.ts';
import { createReadHandlers } from './read-handlers.ts';

const ADDRESS = '198.51.100.1';
const CHANGES = { params: { shop: 'pc' }, query: { epoch: 'none', since: 0, limit: 10 } };
const PRODUCT = { params: { id: 1 }, query: { shop: 'pc' } };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await app.context.products.saveProducts('pc', [...generateProducts(3)]);
});
afterEach(() => app.stop());

/** Creates the reads of a server whose bucket answers when `gate` resolves. */
function createReads(gate: Promise<StoredBlock>, burst: number) {
  const { context } = app;
  const limits = { budget: { burst, perSecond: 0.001 }, maxWaiting: 100 };
  const misses = createMisses(runQueriesHere(context.database), limits, () => 0);
  const handlers = createReadHandlers({
    ...context,
    misses,
    unpacking: createUnpacking({ trustedProxies: 0, networkLimits: 1 }),
    blocks: { isElsewhere: true, find: () => gate },
  });
  return (endpoint: { readonly path: string }, call: unknown) => {
    const handler = handlers.find((other) => other.endpoint.path === endpoint.path);
    if (!handler) throw new Error(`no handler of ${endpoint.path}`);
    return handler.read(call as Parameters<typeof handler.read>[0], { address: ADDRESS, life: undefined });
  };
}

it('a bucket that does not answer delays neither changes nor products', async () => {
  const gate = Promise.withResolvers<StoredBlock>();
  const read = createReads(gate.promise, 1e6);
  let isAnswered = false;
  const blocks = Array.from({ length: 8 }, (_, number) =>
    read(getBlocks, { params: { hashes: [String(number)] }, query: {} }).finally(() => (isAnswered = true)),
  );
  await read(getChanges, CHANGES);
  await read(getProduct, PRODUCT);
  expect(isAnswered).toBe(false);
  const block = makeBlock('late');
  gate.resolve(block);
  for (const { body } of await Promise.all(blocks)) expect(body).toEqual(Buffer.from(block.bytes));
});

it('time that a bucket takes is not charged to the network of a visitor', async () => {
  const gate = Promise.withResolvers<StoredBlock>();
  const read = createReads(gate.promise, 500);
  const blocks = read(getBlocks, { params: { hashes: ['a', 'b'] }, query: {} });
  setTimeout(gate.resolve, 1_500, makeBlock('slow', 'gzip'));
  await blocks;
  await read(getChanges, CHANGES);
});
