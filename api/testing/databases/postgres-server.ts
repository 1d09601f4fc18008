import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ARE_SERVERS_TESTED } from '../are-servers-tested.ts';
import { readCpuMs } from '../processes/cpu-time.ts';
import { findFreePort } from '../processes/free-ports.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 30_000;
/** Linux's user and group without rights, because the server refuses to run as root. */
const NOBODY = 65_534;
/** The folder in which Debian installs the binaries, by version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
/** A folder in memory, used where it exists, so that tests do not wait for a disk. */
const MEMORY_FOLDER = '/dev/shm';

const BINARIES = findBinaries();
/** Why tests with a PostgreSQL server are skipped; undefined where they run. */
export const POSTGRES_MISSING = findMissing();

function findMissing(): string | undefined {
  if (!ARE_SERVERS_TESTED) return 'PostgreSQL is for `npm run test:proofs`';
  return BINARIES === undefined ? 'PostgreSQL is not installed' : undefined;
}

/** Why tests with PostgreSQL's tools, such as `pg_dump`, are skipped; undefined where they run. */
export const POSTGRES_TOOLS_MISSING =
  POSTGRES_MISSING ?? (spawnSync('pg_dump', ['--version']).status === 0 ? undefined : 'pg_dump is not installed');

function findBinaries(): string | undefined {
  const told = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  const folders = [...newest, ...(told.status === 0 ? [told.stdout.trim()] : [])];
  return folders.find((path) => existsSync(join(path, 'initdb')));
}

/** A database server of the tests. */
export interface PostgresServer {
  /** The URL of the database `postgres`, through which tests create others. */
  readonly url: string;
  /** Stops the server and keeps its data; connections end. */
  pause(): Promise<void>;
  /** Ends it at once, as a crash does. */
  crash(): Promise<void>;
  /** Starts it again at the same address. */
  resume(): Promise<void>;
  /** Copies its data while it runs, as a snapshot of the volume does; returns the copy's folder. */
  copy(): Promise<string>;
  /** Ends it at once, replaces its data by a copy and starts it again at the same address. */
  putBack(copy: string): Promise<void>;
  /** Returns the processor time that it has used since its last start, in ms. */
  cpuMs(): Promise<number>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts a server from the machine's binaries on a free port and a new folder. @throws Error when there are none, or it does not start */
export async function startPostgresServer(port?: number, superuser = 'hexlime'): Promise<PostgresServer> {
  return startOnFolder(
    port ?? (await findFreePort()),
    (data) => ['initdb', ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--data-checksums']],
    superuser,
  );
}

/** A server whose standby has every commit before it is acknowledged. Its `url` stays the same when the standby is promoted. */
export interface ReplicatedPostgresServer extends PostgresServer {
  /** The standby's own address; `url` leads to the server that is the primary at the time. */
  readonly standbyUrl: string;
  /** Ends the first server as a crash does, and lets the standby take over. */
  failOver(): Promise<void>;
}

/** Starts a server and its standby. @throws Error as `startPostgresServer` does */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgresServer> {
  const primary = await startPostgresServer();
  const { port } = new URL(primary.url);
  const standby = await startOnFolder(await findFreePort(), (data) => [
    'pg_basebackup',
    ['-D', data, '-h', '127.0.0.1', '-p', port, '-U', 'hexlime', '-R', '-X', 'stream', '-c', 'fast'],
  ]);
  // Set only when the standby runs: without one, no commit would end.
  await query(primary.url, "alter system set synchronous_standby_names = '*'");
  await query(primary.url, 'select pg_reload_conf()');
  let target = port;
  const open = new Set<Socket>();
  const address = createServer((socket) => {
    const upstream = connect(Number(target), '127.0.0.1');
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve));
  const url = new URL(primary.url);
  url.port = String((address.address() as AddressInfo).port);
  return {
    ...primary,
    url: url.href,
    standbyUrl: standby.url,
    async failOver() {
      await primary.crash();
      ({ port: target } = new URL(standby.url));
      await query(standby.url, 'select pg_promote()');
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => address.close(resolve));
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Starts a server on a new folder that a program fills. */
async function startOnFolder(
  ownPort: number,
  fill: (data: string) => readonly [program: string, args: readonly string[]],
  superuser = 'hexlime',
): Promise<PostgresServer> {
  if (BINARIES === undefined) throw new Error(POSTGRES_MISSING);
  const binaries = BINARIES;
  const folder = await mkdtemp(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'hexlime-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const [program, fillArgs] = fill(data);
  await run(join(binaries, program), fillArgs, user);
  const settings = {
    port: ownPort,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 400,
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const url = `postgres://${superuser}@127.0.0.1:${ownPort}/postgres`;
  let child: ChildProcess | undefined;
  const resume = async (): Promise<void> => {
    child = spawn(join(binaries, 'postgres'), args, { ...user, stdio: 'ignore' });
    await waitUntilReady(url);
  };
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  // Ends connections, and then the server.
  const pause = (): Promise<void> => end('SIGINT');
  const crash = (): Promise<void> => end('SIGQUIT');
  let copies = 0;
  await resume();
  return {
    url,
    pause,
    crash,
    resume,
    async copy() {
      const copy = join(folder, `copy-${(copies += 1)}`);
      const from = ['-h', '127.0.0.1', '-p', String(ownPort), '-U', superuser];
      await run(join(binaries, 'pg_basebackup'), ['-D', copy, ...from, '-X', 'stream', '-c', 'fast'], user);
      return copy;
    },
    async putBack(copy) {
      await crash();
      await rm(data, { recursive: true });
      await cp(copy, data, { recursive: true, preserveTimestamps: true });
      if (isRoot) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, data]);
      await resume();
    },
    cpuMs: () => readCpuMs(child?.pid ?? 0),
    async stop() {
      await pause();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error when the server does not answer in time */
export async function waitUntilReady(url: string): Promise<void> {
  const endMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await delay(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
