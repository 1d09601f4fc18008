import { resolve } from 'node:path';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts';
import { paymentEnvironment, toPaymentSettings } from './payment-settings.ts';
import type { PaymentSettings } from './payment-settings.ts';
import { pushEnvironment, toPushSettings } from './push-settings.ts';
import type { PushSettings } from './push-settings.ts';
import { idSchema } from '#contract/user.ts';
import { isPasswordHash } from './password-hash-format.ts';
import { DEMO_ADMIN_IDS, DEMO_SELLER_ID } from './demo-users.ts';

/** A setting that the program cannot start with; its message is for the person who set it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const PROJECT_FOLDER = resolve(import.meta.dirname, '..', '..');

const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** A demo on one's own machine may have any password. */
const MIN_PASSWORD_LENGTH = 12;

const userIds = z
  .string()
  .transform((value) => value.split(',').map((id) => id.trim()))
  .pipe(z.array(idSchema).max(2, 'must be at most two ids'));

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
  NODE_ENV: z.string().optional(),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the client id of a Google application')
    .optional(),
  ADMIN_PASSWORD: z.string().max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`).optional(),
  ADMIN_PASSWORD_HASH: z.string().refine(isPasswordHash, 'must be an argon2id hash ($argon2id$v=19$…)').optional(),
  ADMIN_USER_IDS: userIds.optional(),
  ADMIN_REQUIRE_LISTED_USER: flag.default(false),
  SELLER_USER_ID: z.optional(idSchema),
  ...paymentEnvironment,
  ...pushEnvironment,
  KILL_SERVICE_WORKER: flag.default(false),
  DATABASE_URL: z
    .string()
    .regex(/^sqlite:.+/, 'must be sqlite: and the path of a file')
    .optional(),
  PAGE_DIR: z.string().min(1).default(resolve(PROJECT_FOLDER, 'dist')),
});

/** Who vouches for shoppers here. */
export type SignInProvider =
  | { readonly name: 'google'; readonly clientId: string }
  /** Anybody is who they say. */
  | { readonly name: 'demo' }
  | { readonly name: 'none' };

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
  /** Whether this is a demo: an empty database gets products, and whoever comes may choose who they are. Never in production. */
  readonly isDemo: boolean;
  readonly isProduction: boolean;
  readonly signIn: SignInProvider;
  /** The administrators' password; undefined when the server is to make one. */
  readonly adminPassword: { readonly password: string } | { readonly hash: string } | undefined;
  /** The listed administrators, who are shown the way to the administrators' pages. */
  readonly adminUserIds: readonly string[];
  /** Of whom an administrator's session must be, beside the token; undefined: the token alone decides. */
  readonly requiredAdminIds: readonly string[] | undefined;
  /** Who answers shoppers' questions. */
  readonly sellerUserId: string | undefined;
  readonly payments: PaymentSettings;
  readonly push: PushSettings;
  /** Whether visitors' service workers are told to remove themselves. */
  readonly killsServiceWorker: boolean;
}

const fail = (sentence: string): never => {
  throw new ConfigError(sentence);
};

/** Reads the settings; empty ones count as not set. @throws ConfigError with one plain sentence for the first wrong value */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}.`);
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  const clientId = values.GOOGLE_CLIENT_ID;
  if (values.DEMO && isProduction) fail('The setting DEMO is wrong: a demo is not for production.');
  if (values.DEMO && clientId !== undefined) {
    fail('The setting DEMO is wrong: with GOOGLE_CLIENT_ID people sign in as who they are.');
  }
  if (values.ADMIN_PASSWORD !== undefined && values.ADMIN_PASSWORD_HASH !== undefined) {
    fail('The setting ADMIN_PASSWORD_HASH is wrong: ADMIN_PASSWORD is set as well.');
  }
  const isDemo = values.DEMO ?? (isLoopback(values.HOST) && clientId === undefined && !isProduction);
  if (!isDemo && values.ADMIN_PASSWORD !== undefined && values.ADMIN_PASSWORD.length < MIN_PASSWORD_LENGTH) {
    fail(`The setting ADMIN_PASSWORD is wrong: must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  const adminUserIds = values.ADMIN_USER_IDS ?? (isDemo ? DEMO_ADMIN_IDS : []);
  if (values.ADMIN_REQUIRE_LISTED_USER && adminUserIds.length === 0) {
    fail('The setting ADMIN_REQUIRE_LISTED_USER is wrong: ADMIN_USER_IDS lists nobody.');
  }
  const publicUrl = values.PUBLIC_URL ? new URL(values.PUBLIC_URL).origin : undefined;
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseFile: values.DATABASE_URL
      ? resolve(values.DATABASE_URL.replace(/^sqlite:(\/\/(?=\/))?/, ''))
      : resolve(dataDir, 'hexlime.sqlite'),
    pageDir: resolve(values.PAGE_DIR),
    publicUrl,
    trustedProxies: values.TRUSTED_PROXIES,
    stopDelayMs: values.STOP_DELAY * 1_000,
    brand: values.BRAND,
    logLevel: values.LOG_LEVEL,
    isDemo,
    isProduction,
    signIn: clientId === undefined ? { name: isDemo ? 'demo' : 'none' } : { name: 'google', clientId },
    adminPassword: readAdminPassword(values.ADMIN_PASSWORD, values.ADMIN_PASSWORD_HASH),
    adminUserIds,
    requiredAdminIds: values.ADMIN_REQUIRE_LISTED_USER ? adminUserIds : undefined,
    sellerUserId: values.SELLER_USER_ID ?? (isDemo ? DEMO_SELLER_ID : undefined),
    payments: toPaymentSettings(values, isDemo, fail),
    push: toPushSettings(values, publicUrl, fail),
    killsServiceWorker: values.KILL_SERVICE_WORKER,
  };
}

function readAdminPassword(password: string | undefined, hash: string | undefined): Config['adminPassword'] {
  if (password !== undefined) return { password };
  return hash === undefined ? undefined : { hash };
}

/** Whether only this machine can be meant by a host name. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
