import { resolve } from 'node:path';
import * as z from 'zod';

/** A setting that the program cannot start with; its message is for the person who set it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const PROJECT_FOLDER = resolve(import.meta.dirname, '..');

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const environmentSchema = z.object({
  PORT: z.coerce.number<string>('a port number').int().min(0).max(65_535).default(3_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  TRUSTED_PROXIES: z.coerce.number<string>('a number of proxies').int().min(0).max(10).default(0),
  STOP_DELAY: z.coerce.number<string>('a number of seconds').min(0).max(300).default(0),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  BRAND: z.string().trim().min(1).max(30).default('Hexlime'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag.optional(),
  KILL_SERVICE_WORKER: flag.default(false),
  DATABASE_URL: z
    .string()
    .regex(/^sqlite:.+/, 'must be sqlite: and the path of a file')
    .optional(),
  PAGE_DIR: z.string().min(1).default(resolve(PROJECT_FOLDER, 'dist')),
});

/** Settings of one process, read once and passed down. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute folder of the database and the pictures. */
  readonly dataDir: string;
  readonly databaseFile: string;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** How long a stopping server still accepts requests while its readiness says no, so that a load balancer can notice. */
  readonly stopDelayMs: number;
  /** Origin under which visitors reach the server, without a slash at its end; undefined when it is that of the request. */
  readonly publicUrl: string | undefined;
  /** Proxies in front of the server whose word on the caller's address counts. */
  readonly trustedProxies: number;
  readonly brand: string;
  readonly logLevel: string;
  /** Whether demo products are put into an empty database. */
  readonly isDemo: boolean;
  /** Whether visitors' service workers are told to remove themselves. */
  readonly killsServiceWorker: boolean;
}

/** Reads the settings; empty ones count as not set. @throws ConfigError with one plain sentence for the first wrong value */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}.`);
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseFile: values.DATABASE_URL
      ? resolve(values.DATABASE_URL.replace(/^sqlite:(\/\/(?=\/))?/, ''))
      : resolve(dataDir, 'hexlime.sqlite'),
    pageDir: resolve(values.PAGE_DIR),
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL).origin : undefined,
    trustedProxies: values.TRUSTED_PROXIES,
    stopDelayMs: values.STOP_DELAY * 1_000,
    brand: values.BRAND,
    logLevel: values.LOG_LEVEL,
    isDemo: values.DEMO ?? isLoopback(values.HOST),
    killsServiceWorker: values.KILL_SERVICE_WORKER,
  };
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
