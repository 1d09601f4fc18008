import { describe, expect, it } from 'vitest';
import { getChanges, getManifest } from '#contract/http/catalog.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { UnreachableError } from '../../server/api-client.ts';
import { CatalogServer, ID_STEP } from '../../testing/catalog-server.ts';
import { pullCatalog } from './pull-catalog.ts';
import { Device, showAll, startServer } from '../../testing/pull-device.ts';

it.each([
  ['byte planes, and not as JSON as well', 'planes'],
  ['JSON from a server of version 0.2, which has no byte planes', 'JSON'],
])('[CAT31] the view counts of a first snapshot arrive as %s', async (_what, form) => {
  const server = new CatalogServer();
  server.saveAll(3, 'Product');
  await server.flush();
  for (const id of [ID_STEP, ID_STEP, 3 * ID_STEP]) server.view(id);
  await server.snapshot();
  const { client } = server;
  const call = (async (endpoint, input, options) => {
    const reply = await client.call(endpoint, input, options);
    if (endpoint.path !== getManifest.path || form === 'planes') return reply;
    const { blocks, ...manifest } = reply as Manifest;
    return { ...manifest, blocks: blocks.map((block) => (block.kind === 'views' ? { ...block, columns: [] } : block)) };
  }) as typeof client.call;
  const fetched: string[] = [];
  const noteForm: typeof client.fetchBlocks = async function* noteForm(blocks, options) {
    let at = 0;
    for await (const bytes of client.fetchBlocks(blocks, options)) {
      if ((blocks[at++] as NamedBlock).kind === 'views')
        fetched.push(new Uint8Array(bytes)[0] === 0x7b ? 'JSON' : 'planes');
      yield bytes;
    }
  };
  const { views } = await new Device(server).visit({ client: { ...client, call, fetchBlocks: noteForm } });
  expect(fetched).toEqual([form]);
  expect([...views.ids].map((id, at) => [id, views.counts[at]])).toEqual([
    [ID_STEP, 2],
    [3 * ID_STEP, 1],
  ]);
});

describe('[CAT5] a first visit to one category', () => {
  const CATEGORY = { mainCategory: 'Components', category: 'Storage' };
  /** The shop has two categories, each with a block of its own. */
  async function startCategories(): Promise<CatalogServer> {
    const server = new CatalogServer();
    server.categoryOf = (id) => (id <= 25 * ID_STEP ? 'Memory' : CATEGORY.category);
    server.saveAll(50, 'Old');
    await server.snapshot();
    return server;
  }
  const titlesOf = (server: CatalogServer, category: string): string[] =>
    server.titles.filter((title) => server.categoryOf(Number.parseInt(title, 10)) === category);

  it('shows it once its cards are here, and asks for the others after that', async () => {
    const server = await startCategories();
    const device = new Device(server);
    const tab = await device.open();
    const steps: string[] = [];
    server.onRequest = ({ path, kind }) => void steps.push(kind ?? path);
    const changed = (): void =>
      void steps.push(`${showAll(tab.catalog).length} ${tab.catalog.state} ${tab.catalog.isWholeFor(CATEGORY)}`);
    await pullCatalog(device.context(tab, { changed, opened: () => CATEGORY }));
    expect(steps.filter((step, place) => step !== steps[place - 1]).slice(0, 6)).toEqual([
      getManifest.path,
      getChanges.path,
      'cards',
      '25 partial true',
      'cards',
      'column',
    ]);
    expect(steps.at(-1)).toBe('50 ready true');
    tab.store.close();
  });

  it('keeps the category when it is cut off, and completes the shop with what is missing', async () => {
    const server = await startCategories();
    const device = new Device(server);
    const tab = await device.open();
    const ended = new AbortController();
    const changed = (): void => ended.abort(new Error('the tab ends'));
    const cutOff = pullCatalog(device.context(tab, { changed, signal: ended.signal, opened: () => CATEGORY }));
    await expect(cutOff).rejects.toThrow('the tab ends');
    tab.store.close();

    const reopened = await device.open();
    expect(showAll(reopened.catalog)).toEqual(titlesOf(server, CATEGORY.category));
    const { state } = reopened.catalog;
    const isWhole = [CATEGORY, { ...CATEGORY, category: 'Memory' }, { ...CATEGORY, category: null }].map((category) =>
      reopened.catalog.isWholeFor(category),
    );
    expect([state, ...isWhole]).toEqual(['partial', true, false, false]);

    const asked: string[] = [];
    server.onRequest = ({ path, kind }) => void asked.push(kind ?? path);
    await pullCatalog(device.context(reopened));
    expect([...new Set(asked)].toSorted()).toEqual([getChanges.path, 'cards', 'column', 'details'].toSorted());
    expect([reopened.catalog.state, showAll(reopened.catalog)]).toEqual(['ready', server.titles]);
    reopened.store.close();
    expect(await device.showOffline()).toEqual(server.titles);
  });

  it('lets another tab show the category, then the whole shop', async () => {
    const server = await startCategories();
    const device = new Device(server);
    const [tab, follower] = [await device.open(), await device.openFollower()];
    const shown: unknown[] = [];
    const followed: Promise<unknown>[] = [];
    const changed = (): void =>
      void followed.push(
        follower.catalog.catchUp().then(() => shown.push([follower.catalog.state, showAll(follower.catalog).length])),
      );
    server.delay = () => new Promise((resolve) => setTimeout(resolve, 20));
    await pullCatalog(device.context(tab, { changed, opened: () => CATEGORY }));
    await Promise.all(followed);
    expect(shown[0]).toEqual(['partial', 25]);
    expect(shown.at(-1)).toEqual(['ready', 50]);
    tab.store.close();
    follower.store.close();
  });
});

describe('[CAT20] a first visit', () => {
  /** Pulls on a device without rows; returns what is shown after each notice of a change, until the pull ends. */
  async function visit(server: CatalogServer): Promise<string[][]> {
    const device = new Device(server);
    const tab = await device.open();
    const shown: string[][] = [];
    const changed = (): void => void shown.push(showAll(tab.catalog));
    await pullCatalog(device.context(tab, { changed })).catch(() => undefined);
    tab.store.close();
    return shown;
  }

  it('never shows a product without the latest changes', async () => {
    const server = await startServer();
    server.saveAll(3 * server.pageRows, 'New');
    // Shown first without links, then with them.
    expect(await visit(server)).toEqual([server.titles, server.titles]);
  });

  it('[CAT26] asks for the changes together with the cards, and for links and details once the shop is shown', async () => {
    const server = await startServer();
    server.save(ID_STEP, 'New');
    const device = new Device(server);
    const tab = await device.open();
    const steps: string[] = [];
    server.onRequest = ({ path, kind }) => void steps.push(kind ?? path);
    const changed = (): void => void steps.push('shown');
    await pullCatalog(device.context(tab, { changed }));
    expect([...new Set(steps)]).toEqual([getManifest.path, getChanges.path, 'cards', 'shown', 'column', 'details']);
    tab.store.close();
  });

  it('shows nothing when no snapshot can be fetched', async () => {
    const server = new CatalogServer();
    server.onRequest = () => {
      throw new UnreachableError();
    };
    expect(await visit(server)).toEqual([]);
  });

  it('shows the snapshot when the changes cannot be fetched', async () => {
    const server = new CatalogServer();
    server.save(ID_STEP, 'Old');
    await server.snapshot();
    const { titles } = server;
    server.save(ID_STEP, 'New');
    server.onRequest = ({ path }) => {
      if (path === getChanges.path) throw new UnreachableError();
    };
    expect(await visit(server)).toEqual([titles]);
  });
});
