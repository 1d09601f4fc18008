import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { createAppContext } from '../../app-context.ts';
import type { DataSizes } from '../../data-sizes.ts';
import type { AppContext } from '../../app-context.ts';
import { readConfig } from '../../config/config.ts';
import { startServer } from '../../server.ts';
import type { RunningServer } from '../../server.ts';
import type { ServerOptions } from '../../server-options.ts';
import { bucketOfTests } from '../blobs/bucket-of-tests.ts';
import { buildSnapshotsHere } from '../build-snapshots-here.ts';
import { databaseSettings, dropDatabase, ensureDatabase, prepareDatabase } from '../databases/test-database.ts';
import { checkReplies } from '../replies/check-replies.ts';
import { runQueriesHere } from '../run-queries-here.ts';
import { quickHash } from './quick-hash.ts';

export interface TestAppOptions extends ServerOptions {
  /**
   * Environment variables on top of the tests' defaults, which make a demo shop unless `GOOGLE_CLIENT_ID` or `NODE_ENV` is set.
   * `ADMIN_PASSWORD` is the password itself; the server gets its hash.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder that outlives the app; a temporary one by default. */
  readonly dataDir?: string;
  readonly now?: () => number;
  /** By default those of a real server. */
  readonly sizes?: DataSizes;
  /** Replaces parts of the context for the server. */
  readonly change?: (context: AppContext) => AppContext;
  /** Receives the lines of the log. */
  readonly logTo?: DestinationStream;
}

/** A complete server on real files and a real port. */
export interface TestApp {
  readonly url: string;
  readonly context: AppContext;
  readonly server: RunningServer;
  stop(): Promise<void>;
}

/** Rate limits that no test reaches. */
const WIDE = { burst: 1e6, perSecond: 1e6 } as const;
const WIDE_RATES = { read: WIDE, write: WIDE, upload: WIDE, notice: WIDE } as const;
const WIDE_MISSES = { budget: WIDE, maxWaiting: 1e6 } as const;
const WIDE_CONNECTIONS = { perNetwork: 1e6 } as const;

/**
 * Starts a server on a free port, with an empty database unless `dataDir` has one. Its `stop` fails when a reply did not match the description of
 * the calls.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { env = {}, now, sizes, logTo, change, rates = WIDE_RATES, misses, connections, ...serverOptions } = options;
  const { ADMIN_PASSWORD: password, ...settings } = env;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'hexlime-test-')));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PAGE_DIR: join(dataDir, 'page'),
    PUSH_SERVICES: 'push.example',
    ...bucketOfTests(dataDir),
    DEMO: 'GOOGLE_CLIENT_ID' in env || 'NODE_ENV' in env ? '' : '1',
    ...databaseSettings(dataDir),
    ...settings,
    ...(password !== undefined && { ADMIN_PASSWORD_HASH: quickHash(password) }),
    PORT: '0',
    DATA_DIR: dataDir,
  });
  if (options.dataDir === undefined) await prepareDatabase(dataDir, join(dataDir, 'hexlime.sqlite'));
  else await ensureDatabase(dataDir);
  const opened = await createAppContext(config, now, sizes, logTo);
  const context = change ? change(opened) : opened;
  let stopped: Promise<void> | undefined;
  const replies = checkReplies();
  const server = await startServer(context, {
    rates,
    misses: { ...WIDE_MISSES, ...misses },
    connections: { ...WIDE_CONNECTIONS, ...connections },
    buildSnapshots: buildSnapshotsHere,
    runQueries: runQueriesHere,
    observeReplies: replies.observe,
    ...serverOptions,
  });
  return {
    url: server.url.replace('localhost', '127.0.0.1'),
    context,
    server,
    async stop() {
      stopped ??= server.stop().then(() => context.close());
      await stopped;
      if (options.dataDir === undefined) {
        await dropDatabase(dataDir);
        await rm(dataDir, { recursive: true, force: true });
      }
      if (replies.faults.size > 0) throw new Error(`replies are not as described:\n${[...replies.faults].join('\n')}`);
    },
  };
}
