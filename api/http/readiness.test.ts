import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../testing/databases/postgres-server.ts';
import { createRedisServer, REDIS_MISSING } from '../testing/databases/redis-server.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

let app: TestApp | undefined;
afterEach(() => app?.stop());

const read = async (): Promise<{ status: number; state: unknown; checks: unknown }> => {
  const reply = await send(app?.url ?? '', '/readyz');
  const { status: state, checks } = json(reply);
  return { status: reply.status, state, checks };
};
const NEEDED = { accepting: true, database: true, durable: true };

describe('readiness', () => {
  it.runIf(ON_SQLITE)('of a single server has no checks of other services', async () => {
    app = await startTestApp();
    expect(await read()).toEqual({ status: 200, state: 'ok', checks: NEEDED });
  });

  it('is degraded and stays 200 while Valkey is away or hangs', async ({ skip }) => {
    if (REDIS_MISSING !== undefined) return skip(REDIS_MISSING);
    const redis = await createRedisServer();
    app = await startTestApp({ env: { REDIS_URL: redis.url } });
    const degraded = { status: 200, state: 'degraded', checks: { ...NEEDED, valkey: false } };
    const ready = { status: 200, state: 'ok', checks: { ...NEEDED, valkey: true } };
    expect(await read()).toEqual(degraded);
    await redis.start();
    await expect.poll(read).toEqual(ready);
    redis.hang();
    await expect.poll(read).toEqual(degraded);
    redis.goOn();
    await expect.poll(read).toEqual(ready);
    await redis.kill();
    await expect.poll(read).toEqual(degraded);
  });

  it('is degraded and stays 200 while the database connection for events is down', async ({ skip }) => {
    if (POSTGRES_MISSING !== undefined) return skip(POSTGRES_MISSING);
    const server = await startPostgresServer();
    app = await startTestApp({ env: { DATABASE_URL: server.url } });
    await expect.poll(read).toEqual({ status: 200, state: 'ok', checks: { ...NEEDED, notify: true } });
    await app.context.bus.close();
    await expect.poll(read).toEqual({ status: 200, state: 'degraded', checks: { ...NEEDED, notify: false } });
    await app.stop();
    app = undefined;
    await server.stop();
  });
});
