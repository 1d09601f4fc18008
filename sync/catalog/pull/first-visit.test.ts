import { describe, expect, it } from 'vitest';
import { getChanges, getManifest } from '#contract/http/catalog.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { UnreachableError } from '../../server/api-client.ts';
import { CatalogServer, ID_STEP } from '../../testing/catalog-server.ts';
import { pullCatalog } from './pull-catalog.ts';
import { Device, showAll, startServer } from '../../testing/pull-device.ts';

describe('[CAT31] the view counts of a snapshot', () => {
  /** A first visit; servers of version 0.2 have no byte planes. Returns the counts on the device, and how they were fetched. */
  async function visit(hasPlanes: boolean) {
    const server = new CatalogServer();
    server.saveAll(3, 'Product');
    await server.flush();
    for (const id of [ID_STEP, ID_STEP, 3 * ID_STEP]) server.view(id);
    await server.snapshot();
    const { client } = server;
    const fetched: string[] = [];
    const call = (async (endpoint, input, options) => {
      const reply = await client.call(endpoint, input, options);
      if (endpoint.path !== getManifest.path) return reply;
      const { blocks, ...manifest } = reply as Manifest;
      const views = blocks.filter(({ kind }) => kind === 'views');
      expect(views).toHaveLength(1);
      return {
        ...manifest,
        blocks: hasPlanes
          ? blocks
          : blocks.map((block) => (block.kind === 'views' ? { ...block, columns: [] } : block)),
      };
    }) as typeof client.call;
    const noteForm: typeof client.fetchBlocks = async function* noteForm(blocks, options) {
      let at = 0;
      for await (const bytes of client.fetchBlocks(blocks, options)) {
        if ((blocks[at++] as NamedBlock).kind === 'views')
          fetched.push(new Uint8Array(bytes)[0] === 0x7b ? 'JSON' : 'planes');
        yield bytes;
      }
    };
    const { views } = await new Device(server).visit({ client: { ...client, call, fetchBlocks: noteForm } });
    return { fetched, views: [...views.ids].map((id, at) => [id, views.counts[at]]) };
  }
  const views = [
    [ID_STEP, 2],
    [3 * ID_STEP, 1],
  ];

  it('arrive as byte planes, and not as JSON as well', async () => {
    expect(await visit(true)).toEqual({ fetched: ['planes'], views });
  });

  it('arrive as JSON from a server of version 0.2', async () => {
    expect(await visit(false)).toEqual({ fetched: ['JSON'], views });
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

  it('never shows a product as it was before the changes of now', async () => {
    const server = await startServer();
    server.saveAll(3 * server.pageRows, 'New');
    // The second time with links.
    expect(await visit(server)).toEqual([server.titles, server.titles]);
  });

  it('does not let its snapshot stand for the shop before the changes are there', async () => {
    const server = new CatalogServer();
    server.save(ID_STEP, 'Old');
    await server.snapshot();
    server.saveAll(3, 'New');
    const device = new Device(server);
    const tab = await device.open();
    const states: string[] = [];
    const { client } = server;
    const call = (async (endpoint, input, options) => {
      if (endpoint.path === getChanges.path) {
        while (!tab.catalog.record) await new Promise((resolve) => setTimeout(resolve));
        states.push(tab.catalog.state);
      }
      return client.call(endpoint, input, options);
    }) as typeof client.call;
    await pullCatalog(device.context(tab, { client: { ...client, call } }));
    expect([...states, tab.catalog.state]).toEqual(['loading', 'ready']);
    tab.store.close();
  });

  it('[CAT26] asks for the changes beside the cards, and for links and details once it is shown', async () => {
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

  it('shows nothing when there is no snapshot to be fetched', async () => {
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
