import { describe, expect, it } from 'vitest';
import { getChanges, getManifest } from '#contract/http/catalog.ts';
import { UnreachableError } from '../../server/api-client.ts';
import { CatalogServer, ID_STEP } from '../../testing/catalog-server.ts';
import { pullCatalog } from './pull-catalog.ts';
import { Device, showAll, startServer } from '../../testing/pull-device.ts';

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
