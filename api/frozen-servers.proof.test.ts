import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { TestContext } from 'vitest';
import { hasSwift, startSwift, toSettings } from './testing/blobs/swift-server.ts';
import type { S3TestServer } from './testing/blobs/swift-server.ts';
import { POSTGRES_MISSING, startPostgresServer } from './testing/databases/postgres-server.ts';
import type { PostgresServer } from './testing/databases/postgres-server.ts';
import { createRedisServer, REDIS_MISSING } from './testing/databases/redis-server.ts';
import type { RedisServer } from './testing/databases/redis-server.ts';
import { openTcpLine } from './testing/network/tcp-line.ts';
import type { TcpLine } from './testing/network/tcp-line.ts';
import { startServerProcess } from './testing/processes/server-process.ts';

/** A call and a stop may take 15 s; a busy machine needs some more. */
const LONGEST_MS = 19_000;
const HANGS_MS = 60_000;
const TIMEOUT_MS = 90_000;

describe.skipIf(POSTGRES_MISSING !== undefined)(
  '[fault 71] a node whose servers fall silent',
  { timeout: TIMEOUT_MS },
  () => {
    let postgres: PostgresServer;
    let redis: RedisServer | undefined;
    let swift: S3TestServer | undefined;
    beforeAll(async () => {
      postgres = await startPostgresServer();
      redis = REDIS_MISSING === undefined ? await createRedisServer() : undefined;
      await redis?.start();
      swift = hasSwift ? await startSwift() : undefined;
    });
    afterAll(async () => {
      await postgres.stop();
      await redis?.kill();
      await swift?.stop();
    });

    /** Prepares a node with a separate database, and TCP lines to its servers that can fall silent. */
    const prepare = async ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) => {
      const name = `shop_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      const folder = await mkdtemp(join(tmpdir(), 'hexlime-frozen-'));
      const lines = {
        database: await openTcpLine(),
        valkey: redis && (await openTcpLine()),
        bucket: swift && (await openTcpLine()),
      };
      const start = (env: Readonly<Record<string, string>> = {}) => {
        const server = startServerProcess(join(folder, 'data'), {
          DATABASE_URL: lines.database.through(postgres.url.replace(/postgres$/, name)),
          ...(redis && lines.valkey && { REDIS_URL: lines.valkey.through(redis.url) }),
          ...(swift &&
            lines.bucket && {
              ...toSettings(swift),
              S3_ENDPOINT: lines.bucket.through(swift.settings.endpoint),
              S3_PREFIX: name,
            }),
          LOG_LEVEL: 'error',
          ...env,
        });
        onTestFinished(async () => {
          await server.kill();
          await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
          for (const line of Object.values(lines)) await line?.stop();
        });
        return server;
      };
      return { lines, start };
    };
    type Lines = Awaited<ReturnType<typeof prepare>>['lines'];
    const silence = (line: TcpLine | undefined): void => {
      if (!line) return;
      line.isSilent = true;
      line.freezeAll();
    };

    const starts: readonly (readonly [what: string, (lines: Lines) => void])[] = [
      ['from the beginning', ({ database }) => silence(database)],
      [
        'once it is connected',
        ({ database }) => (database.plan = () => ({ kind: 'freeze', direction: 'down', afterBytes: 600 })),
      ],
      [
        'during the migrations',
        ({ database }) =>
          (database.watch = (part, direction, connection) => {
            if (direction === 'up' && part.includes('create table')) connection.freeze();
          }),
      ],
      [
        'once the data is there',
        ({ database }) =>
          (database.watch = (part, direction) => {
            if (direction === 'up' && part.includes('"administrator"')) silence(database);
          }),
      ],
    ];
    it.concurrent.for(starts)(
      '[LINE5] ends its start with one sentence and code 78 when the database is silent %s',
      async ([, fall], test) => {
        const { expect } = test;
        const { lines, start } = await prepare(test);
        fall(lines);
        const server = start();
        const code = await Promise.race([server.exit, delay(HANGS_MS, 'hangs')]);
        expect([code, server.output()]).toEqual([
          78,
          expect.stringMatching(/^The database postgres:\S+ cannot be reached: .+ start again\.\n$/),
        ]);
      },
    );

    it.concurrent('[LINE2] answers 503 in time, and recovers soon after', async (test) => {
      const { expect } = test;
      const { lines, start } = await prepare(test);
      const server = start();
      const url = await server.url();
      const call = async (path: string, body?: object): Promise<unknown> => {
        const startMs = performance.now();
        const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        const { status, headers } = await fetch(`${url}${path}`, body && json);
        return [status, headers.has('retry-after'), performance.now() - startMs < LONGEST_MS];
      };
      const read = () => call('/api/products/1?shop=pc');
      const write = () => call('/api/login', { password: 'wrong' });
      expect([await read(), await write()]).toEqual([
        [404, false, true],
        [401, false, true],
      ]);
      silence(lines.database);
      const answers = await Promise.all([read(), write(), call('/readyz')]);
      expect(answers).toEqual([0, 1, 2].map(() => [503, true, true]));
      lines.database.isSilent = false;
      await expect.poll(write).toEqual([401, false, true]);
      expect(await Promise.all([read(), call('/readyz')])).toEqual([
        [404, false, true],
        [200, false, true],
      ]);
      expect(server.child.exitCode).toBe(null);
    });

    const stops: readonly (readonly [what: string, (lines: Lines) => void])[] = [
      ['the database', ({ database }) => silence(database)],
      ['Valkey', ({ valkey }) => silence(valkey)],
      ['the bucket', ({ bucket }) => silence(bucket)],
      ['all of them', (lines) => Object.values(lines).forEach(silence)],
    ];
    it.concurrent.for(stops)('[LINE5] stops in time while these servers are silent: %s', async ([, fall], test) => {
      const { expect } = test;
      const { lines, start } = await prepare(test);
      const server = start();
      const url = await server.url();
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      fall(lines);
      const asked = fetch(`${url}/api/products/1?shop=pc`).then(
        ({ status }) => status,
        () => 0,
      );
      await delay(500);
      const startMs = performance.now();
      server.child.kill('SIGTERM');
      const code = await Promise.race([server.exit, delay(HANGS_MS, 'hangs')]);
      expect(code).not.toBe('hangs');
      expect(performance.now() - startMs).toBeLessThan(LONGEST_MS);
      await asked;
    });
  },
);
