import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ALL_CATEGORIES } from '#contract/blocks/list-blocks.ts';
import { getManifest } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import { UnreachableError } from '../../server/api-client.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { ID_STEP } from '../../testing/catalog-server.ts';
import { Device, SHOP, startServer } from '../../testing/pull-device.ts';
import { pullCatalog } from './pull-catalog.ts';
import { SnapshotPrefetch } from './snapshot-prefetch.ts';
import type { PullContext } from './pull-context.ts';

/** A server with products and a snapshot, what it is asked for, and a device that begins its first visit. */
async function startVisit() {
  const server = await startServer();
  const asked: string[] = [];
  server.onRequest = ({ path, kind }) => void asked.push(kind ?? path);
  const device = new Device(server);
  const tab = await device.open();
  const { store } = tab;
  onTestFinished(() => store.close());
  /** The signals of the requests for several blocks. */
  const signals: (AbortSignal | undefined)[] = [];
  const client: ApiClient = {
    ...server.client,
    fetchBlocks(blocks, options) {
      signals.push(options?.signal);
      return server.client.fetchBlocks(blocks, options);
    },
  };
  const prefetch = new SnapshotPrefetch(client, async () => undefined);
  const begin = (shop: ShopKey = SHOP): void => prefetch.begin(shop, () => ALL_CATEGORIES);
  /** Pulls, and expects the device to have what the server has. */
  const pull = async (more: Partial<PullContext> = {}): Promise<void> => {
    await pullCatalog(device.context(tab, { client, prefetch, ...more }));
    expect(tab.catalog.index?.digest).toBe(server.digest);
  };
  return { server, asked, signals, store, begin, pull };
}

type Visit = Awaited<ReturnType<typeof startVisit>>;

const countOf = (asked: readonly string[], what: string): number => asked.filter((name) => name === what).length;

describe('[CAT26] a snapshot that is asked for before the pull', () => {
  it('is taken over by the pull, which asks for nothing twice', async () => {
    const { server, asked, begin, pull } = await startVisit();
    begin();
    await server.idle();
    expect(asked).toEqual([getManifest.path, 'cards']);
    await pull();
    expect([countOf(asked, getManifest.path), countOf(asked, 'cards')]).toEqual([1, 1]);
  });

  it.each([getManifest.path, 'cards'])('is asked for again when %s failed', async (what) => {
    const { server, asked, begin, pull } = await startVisit();
    let failures = 0;
    server.onRequest = ({ path, kind }) => {
      asked.push(kind ?? path);
      if ((kind ?? path) === what && failures++ === 0) throw new UnreachableError();
    };
    begin();
    await server.idle();
    await pull();
    expect(countOf(asked, what)).toBe(2);
  });

  it('may be replaced on the server before the pull takes it over', async () => {
    const { server, begin, pull } = await startVisit();
    begin();
    await server.idle();
    for (let built = 0; built < 2; built++) {
      server.save(ID_STEP, `New ${built}`);
      await server.snapshot();
    }
    await pull();
  });

  it.each([
    ['another shop is opened', ({ begin }: Visit) => begin('ayz')],
    ['no pull takes it within 5 s', () => vi.advanceTimersByTimeAsync(5_000)],
  ])('is aborted when %s, and asked for again by the pull', async (_name, happen) => {
    const visit = await startVisit();
    const { signals, begin, pull } = visit;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    begin();
    while (signals.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await happen(visit);
    vi.useRealTimers();
    expect(signals[0]?.aborted).toBe(true);
    await pull();
  });

  it('is aborted when the device has some of its blocks', async () => {
    const { server, signals, store, begin, pull } = await startVisit();
    begin();
    await server.idle();
    const [first] = (await server.client.call(getManifest, { params: { shop: SHOP } })).blocks;
    if (!first) throw new Error('there are no blocks');
    const bytes = await server.client.fetchBlock(first.hash);
    await store.write({ shop: SHOP, base: undefined, blocks: [{ hash: first.hash, kind: first.kind, bytes }] });
    await pull();
    // The first request was made before the pull, which requests the rest itself.
    expect(signals.length).toBeGreaterThan(1);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('is aborted with the pull that has taken it over', async () => {
    const { server, asked, begin, pull } = await startVisit();
    begin();
    await server.idle();
    const release = Promise.withResolvers<void>();
    server.delay = () => release.promise;
    const stop = new AbortController();
    const pulling = pull({ signal: stop.signal });
    await expect.poll(() => asked.length).toBeGreaterThan(2);
    stop.abort(new Error('the tab is closed'));
    release.resolve();
    await expect(pulling).rejects.toThrow('the tab is closed');
  });
});
