import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { startServerProcess, UNLIMITED_SERVER } from '#api/testing/processes/server-process.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';

/** Number of nodes that serve a test's shop. With 0, the test's own process serves it. */
export const NODES = Number(process.env['HEXLIME_TEST_NODES'] ?? 0);

/**
 * Starts nodes of an app's shop, which are processes with folders of their own. The returned app's URL leads to them in turn; its context is the
 * process of the test, which writes to the same database.
 */
export async function addNodes(app: TestApp, count: number, env: Readonly<Record<string, string>>): Promise<TestApp> {
  const { database, redisUrl, bucket } = app.context.config;
  if (database.engine !== 'postgres')
    throw new Error('Only a database server can be shared: run "npm run test:nodes".');
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-nodes-'));
  const shared = {
    ...env,
    DATABASE_URL: database.url,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    ...(bucket && { S3_PREFIX: bucket.prefix }),
  };
  const nodes = Array.from({ length: count }, (_, index) =>
    startServerProcess(join(folder, String(index)), shared, UNLIMITED_SERVER),
  );
  const balancer = await startHttpProxy(...(await Promise.all(nodes.map((node) => node.url()))));
  return {
    ...app,
    // The same host as in the URL of an app without nodes.
    url: balancer.url.replace('localhost', '127.0.0.1'),
    async stop() {
      await balancer.stop();
      await Promise.all(nodes.map((node) => node.kill()));
      await app.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
