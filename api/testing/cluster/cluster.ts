import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppContext } from '../../app-context.ts';
import type { AppContext } from '../../app-context.ts';
import { readConfig } from '../../config/config.ts';
import { startPostgresServer } from '../databases/postgres-server.ts';
import type { PostgresServer } from '../databases/postgres-server.ts';
import { createRedisServer } from '../databases/redis-server.ts';
import type { RedisServer } from '../databases/redis-server.ts';
import { readCpuMs } from '../processes/cpu-time.ts';
import { findFreePorts } from '../processes/free-ports.ts';
import { startServerProcess, UNLIMITED_SERVER } from '../processes/server-process.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { addBuyers } from '../processes/shop-folder.ts';
import type { SignedInBuyer } from '../processes/shop-folder.ts';

/** A node: the server as a process with a folder of its own. Its address stays the same after a restart. */
export interface Node {
  readonly url: string;
  start(): Promise<void>;
  isRunning(): boolean;
  /** What its process has printed. */
  output(): string;
  pid(): number;
  /** Returns the processor time that its processes have used so far, in ms. */
  cpuMs(): Promise<number>;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  /** Stops it as an operator does; returns its exit code. */
  stop(): Promise<number | null>;
}

/** A shop of several nodes on one database server. */
export interface Cluster {
  readonly nodes: readonly Node[];
  readonly postgres: PostgresServer;
  /** The server that carries the events; undefined: the database carries them. */
  readonly redis: RedisServer | undefined;
  /** This process's context on the same database. */
  readonly context: AppContext;
  addBuyers(count: number): Promise<readonly SignedInBuyer[]>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly nodes: number;
  readonly hasRedis: boolean;
  /** The database server, by default a new one; it is stopped with the shop. */
  readonly postgres?: PostgresServer;
  /** Further settings of each node. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further settings of single nodes, such as other addresses of the servers. */
  readonly envOf?: (node: number, servers: Pick<Cluster, 'postgres' | 'redis'>) => Readonly<Record<string, string>>;
}

/** Starts a demo shop without products on new servers. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'hexlime-cluster-'));
  const postgres = options.postgres ?? (await startPostgresServer());
  const redis = options.hasRedis ? await createRedisServer() : undefined;
  await redis?.start();
  const env = {
    DATABASE_URL: postgres.url,
    ...(redis && { REDIS_URL: redis.url }),
    DEMO: '1',
    TRUSTED_PROXIES: '1',
    ...options.env,
  };
  const context = await createAppContext(readConfig({ ...env, LOG_LEVEL: 'silent', DATA_DIR: join(folder, 'driver') }));
  const ports = await findFreePorts(options.nodes);
  const nodes = ports.map((port, index) =>
    createNode(join(folder, `node-${index}`), port, { ...env, ...options.envOf?.(index, { postgres, redis }) }),
  );
  await Promise.all(nodes.map((node) => node.start()));
  let added = 0;
  return {
    nodes,
    postgres,
    redis,
    context,
    async addBuyers(count) {
      added += count;
      return addBuyers(context, count, added - count);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await context.close();
      await redis?.kill();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function createNode(dataDir: string, port: number, env: Readonly<Record<string, string>>): Node {
  let running: ServerProcess | undefined;
  /** Processor time of the node's processes that have ended. */
  let endedCpuMs = 0;
  const readRunningCpuMs = (): Promise<number> => readCpuMs(running?.child.pid ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      running = startServerProcess(dataDir, { ...env, PORT: String(port) }, UNLIMITED_SERVER);
      await running.url();
    },
    isRunning: () => running?.child.exitCode === null && running.child.signalCode === null,
    output: () => running?.output() ?? '',
    pid: () => running?.child.pid ?? 0,
    async cpuMs() {
      return endedCpuMs + (await readRunningCpuMs());
    },
    async kill() {
      endedCpuMs += await readRunningCpuMs();
      await running?.kill();
    },
    async stop() {
      endedCpuMs += await readRunningCpuMs();
      running?.child.kill('SIGTERM');
      return (await running?.exit) ?? null;
    },
  };
}
