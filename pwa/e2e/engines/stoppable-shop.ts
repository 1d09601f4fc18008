import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import { fillShops } from '../support/shops/sample-catalogue.ts';
import { openNetworkLink } from '../support/links/network-link.ts';
import type { NetworkLink } from '../support/links/network-link.ts';

/** A shop that can be stopped and restarted at the same address with its data. */
export interface StoppableShop {
  readonly url: string;
  /** The running server. */
  readonly app: TestApp;
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the shop and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a demo shop with the sample products. */
export async function startStoppableShop(env: Readonly<Record<string, string>> = {}): Promise<StoppableShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-shop-'));
  const start = (): Promise<TestApp> => startTestApp({ dataDir, env: { PAGE_DIR, DEMO: '1', ...env } });
  let app = await start();
  await fillShops(app);
  await app.server.snapshots.build();
  let line: NetworkLink | undefined = await openNetworkLink(app.url);
  const { url } = line;
  const stop = async (): Promise<void> => {
    await line?.stop();
    line = undefined;
    await app.stop();
  };
  return {
    url,
    get app() {
      return app;
    },
    stop,
    async restart() {
      app = await start();
      line = await openNetworkLink(app.url, Number(new URL(url).port));
    },
    async remove() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
