import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { POSTGRES_MISSING, startPostgresServer } from '#api/testing/databases/postgres-server.ts';
import { createDevice, syncShop } from '../support/device.ts';
import type { Tab } from '../support/device.ts';
import { openTcpLine } from '#api/testing/network/tcp-line.ts';
import type { TcpLine } from '#api/testing/network/tcp-line.ts';
import { SNAPSHOT_TIMES } from '../support/shops/pc-shop.ts';

/** How long the node receives no events from the database, in ms; a device repeats its pull before that. */
const LATE_MS = 1_200;
/** Far below the regular pull of a visible tab, which follows 48 s after the one before at the earliest. */
const SHOWN_WITHIN_MS = 10_000;

const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Desk', price: '10', availability: 'YES' } as const;

describe.skipIf(POSTGRES_MISSING !== undefined)('a device that one node pokes and that pulls from another', () => {
  /** Ended in reverse order. */
  let ends: (() => Promise<unknown> | unknown)[];
  let writing: TestApp;
  let late: TestApp;
  let link: TcpLine;
  let tab: Tab;
  let pulls: string[];

  beforeEach(async () => {
    ends = [];
    const postgres = await startPostgresServer();
    ends.push(() => postgres.stop());
    link = await openTcpLine();
    ends.push(() => link.stop());
    const start = async (url: string): Promise<TestApp> => {
      const app = await startTestApp({ env: { DATABASE_URL: url }, snapshotTimes: SNAPSHOT_TIMES });
      ends.push(() => app.stop());
      return app;
    };
    writing = await start(postgres.url);
    late = await start(link.through(postgres.url));
    const device = createDevice(writing.url);
    ends.push(() => device.closeAll());
    pulls = [];
    tab = device.openTab(async (input, init) => {
      const url = String(input).replace(writing.url, late.url);
      const response = await fetch(url, init);
      if (new URL(url).pathname.endsWith('/changes')) pulls.push(await response.clone().text());
      return response;
    });
  });
  afterEach(async () => {
    link.release();
    for (const end of ends.toReversed()) await end();
  });

  const titles = async (): Promise<string[]> =>
    (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).cards.map(({ title }) => title);

  it('[PULL3] shows the change within seconds, although the node did not know of it when it was asked', async () => {
    await writing.context.products.saveProducts('pc', [{ id: 1, fields: LAMP }]);
    await expect.poll(() => late.context.states.get('pc').seq).toBe(writing.context.states.get('pc').seq);
    await syncShop(tab, 'pc');
    await tab.waitFor('pc', ({ isLive }) => isLive, 'the socket');
    await expect.poll(titles).toEqual(['Lamp']);
    // Waits for the pulls that the opening of the socket causes.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    pulls = [];

    link.hold();
    setTimeout(() => link.release(), LATE_MS);
    await writing.context.products.saveProducts('pc', [{ id: 1, fields: { ...LAMP, title: 'Bright lamp' } }]);
    await expect.poll(titles, { timeout: SHOWN_WITHIN_MS }).toEqual(['Bright lamp']);
    expect(pulls[0]).not.toContain('Bright lamp');
    expect(pulls.length).toBeGreaterThan(1);
  });
});
