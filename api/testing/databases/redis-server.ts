import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { ARE_SERVERS_TESTED } from '../are-servers-tested.ts';

/** A Redis or Valkey server of the tests, which keeps nothing on the disk. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Kills it; `start` starts another one at the same address. */
  kill(): Promise<void>;
  /** Lets it hang: connections stay, and nothing is answered. */
  hang(): void;
  /** Ends the hang. */
  goOn(): void;
}

const BINARY = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
/** Why tests with a Redis or Valkey server are skipped; undefined where they run. */
export const REDIS_MISSING = findMissing();

function findMissing(): string | undefined {
  if (!ARE_SERVERS_TESTED) return 'Valkey is for `npm run test:proofs`';
  return BINARY === undefined ? 'valkey-server or redis-server is not installed' : undefined;
}

/** Creates a server on a free port; `start` starts its process. */
export async function createRedisServer(): Promise<RedisServer> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  let child: ReturnType<typeof spawn> | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(BINARY ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
      await new Promise<void>((resolve) => {
        child?.stdout?.on('data', (part: Buffer) => {
          if (part.includes('Ready to accept connections')) resolve();
        });
      });
    },
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
