import { resolve } from 'node:path';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from '#contract/limits.ts';
import type { DatabaseSource } from '../storage/database-source.ts';
import { isDatabaseUrl, toDatabaseSource } from './database-settings.ts';
import { blobEnvironment, toBlobSettings } from './blob-settings.ts';
import type { BlobSettings } from './blob-settings.ts';
import { decideDemo } from './demo-settings.ts';
import { originSchema } from './address-settings.ts';
import { mailEnvironment, toMailSettings } from './mail-settings.ts';
import type { MailSettings } from './mail-settings.ts';
import { paymentEnvironment, toPaymentSettings } from './payment-settings.ts';
import type { PaymentSettings } from './payment-settings.ts';
import { pushEnvironment, toPushSettings } from './push-settings.ts';
import type { PushSettings } from './push-settings.ts';
import { readShopSettings } from './shop-settings.ts';
import type { OwnShopSettings } from '#contract/http/shop-settings-changes.ts';
import { idSchema } from '#contract/account/user.ts';
import { readSecretFiles } from './secret-files.ts';
import { isPasswordHash } from './password-hash-format.ts';
import { findPasswordFault } from './password-rules.ts';
import { DEMO_ADMIN_IDS, DEMO_SELLER_ID } from './demo-users.ts';

/** A wrong setting; its message is for the operator. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const DAY_MS = 86_400_000;
const PROJECT_FOLDER = resolve(import.meta.dirname, '..', '..');

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const userIds = z
  .string()
  .transform((value) => value.split(',').map((id) => id.trim()))
  .pipe(z.array(idSchema).max(2, 'must be at most two ids'));

const environmentSchema = z.object({
  PORT: z.coerce.number<string>('a port number').int().min(0).max(65_535).default(3_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  TRUSTED_PROXIES: z.coerce.number<string>('a number of proxies').int().min(0).max(10).default(0),
  NETWORK_LIMITS: z.coerce.number<string>('a factor').min(1).max(1_000).default(1),
  METRICS_PORT: z.coerce.number<string>('a port number').int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  STOP_DELAY: z.coerce.number<string>('a number of seconds').min(0).max(300).default(0),
  PUBLIC_URL: originSchema.optional(),
  BRAND: z.string().optional(),
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
  // A year and five weeks: what is noticed only a year later can still be looked up for some weeks.
  AUDIT_DAYS: z.coerce.number<string>('a number of days').int().min(1).max(36_500).default(400),
  SELLER_USER_ID: z.optional(idSchema),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:|https:\/\/|tel:)[\u0021-\u007E]+$/, 'must begin with mailto:, https:// or tel:')
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  ...paymentEnvironment,
  ...mailEnvironment,
  ...pushEnvironment,
  ...blobEnvironment,
  SHOP_SETTINGS: z.string().min(1).optional(),
  KILL_SERVICE_WORKER: flag.default(false),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must be sqlite: and the path of a file, or postgres://USER@HOST/DATABASE')
    .optional(),
  MIGRATE: flag.default(true),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be redis://HOST:PORT' }).optional(),
  PAGE_DIR: z.string().min(1).default(resolve(PROJECT_FOLDER, 'dist')),
});

/** The provider that authenticates shoppers. */
export type SignInProvider =
  | { readonly name: 'google'; readonly clientId: string }
  /** Visitors choose a sample user. */
  | { readonly name: 'demo' }
  | { readonly name: 'none' };

/** Where the figures for Prometheus are served. */
export interface MetricsSettings {
  readonly port: number;
  readonly host: string;
}

/** Settings of one process, read once and passed down. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Undefined: nothing is counted. */
  readonly metrics: MetricsSettings | undefined;
  /** Absolute folder of the images, and of the database where it is a file. */
  readonly dataDir: string;
  readonly database: DatabaseSource;
  /** Whether a start migrates the database; false: an older schema is rejected. */
  readonly mayMigrate: boolean;
  /** Carries events between nodes; undefined: the database does. */
  readonly redisUrl: string | undefined;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** How long a stopping server accepts requests while it reports that it is not ready, so that a load balancer can notice. */
  readonly stopDelayMs: number;
  /** Origin under which visitors reach the server, without a trailing slash; undefined when it is not configured. */
  readonly publicUrl: string | undefined;
  /** Number of proxies in front of the server whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: number;
  /** Factor by which the limits of each network are multiplied: many shoppers may share the address of an office or a mobile carrier. */
  readonly networkLimits: number;
  /** The shop settings of the operator's file; those of an owner take precedence. */
  readonly shopSettings: OwnShopSettings;
  readonly logLevel: string;
  /** A demo fills an empty database with products and lets visitors sign in as sample users. Never in production; see `decideDemo`. */
  readonly isDemo: boolean;
  readonly isProduction: boolean;
  readonly signIn: SignInProvider;
  /** The administrators' password; undefined when the server generates one. */
  readonly adminPassword: { readonly password: string } | { readonly hash: string } | undefined;
  /** The listed administrators, who see links to the administration. */
  readonly adminUserIds: readonly string[];
  /** Besides an administrator's token, a call needs the login of one of these users; undefined: the token alone is enough. */
  readonly requiredAdminIds: readonly string[] | undefined;
  /** How long entries of the audit log are kept. */
  readonly auditRetentionMs: number;
  /** The seller, who answers shoppers' messages. */
  readonly sellerUserId: string | undefined;
  /** Where to report a vulnerability; undefined: there is no `security.txt`. */
  readonly securityContact: string | undefined;
  /** Absolute folder of the operator's backups, for `npm run backup` and `npm run doctor`. */
  readonly backupDir: string | undefined;
  readonly payments: PaymentSettings;
  /** Undefined: no e-mail is sent. */
  readonly mail: MailSettings | undefined;
  readonly push: PushSettings;
  /** The bucket of images; undefined: they are files in the data folder. */
  readonly bucket: BlobSettings | undefined;
  /** Whether visitors' service workers are replaced by one that removes itself. */
  readonly killsServiceWorker: boolean;
}

const fail = (sentence: string): never => {
  throw new ConfigError(sentence);
};

/** Reads the settings, secrets also from files; empty values count as missing. @throws ConfigError with one sentence about the first wrong value */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = readSecretFiles(env, fail);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}.`);
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  const clientId = values.GOOGLE_CLIENT_ID;
  const isDemo = decideDemo(values, fail);
  if (values.ADMIN_PASSWORD !== undefined && values.ADMIN_PASSWORD_HASH !== undefined) {
    fail('The setting ADMIN_PASSWORD_HASH is wrong: ADMIN_PASSWORD is set as well.');
  }
  const fault = isDemo || values.ADMIN_PASSWORD === undefined ? undefined : findPasswordFault(values.ADMIN_PASSWORD);
  if (fault !== undefined) fail(`The setting ADMIN_PASSWORD is wrong: it ${fault}.`);
  const adminUserIds = values.ADMIN_USER_IDS ?? (isDemo ? DEMO_ADMIN_IDS : []);
  if (values.ADMIN_REQUIRE_LISTED_USER && adminUserIds.length === 0) {
    fail('The setting ADMIN_REQUIRE_LISTED_USER is wrong: ADMIN_USER_IDS is empty.');
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT && values.PORT !== 0) {
    fail('The setting METRICS_PORT is wrong: it is the port of the shop.');
  }
  const publicUrl = values.PUBLIC_URL;
  const dataDir = resolve(values.DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    metrics: values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    dataDir,
    mayMigrate: values.MIGRATE,
    redisUrl: values.REDIS_URL,
    database: toDatabaseSource(values.DATABASE_URL ?? `sqlite:${resolve(dataDir, 'hexlime.sqlite')}`),
    pageDir: resolve(values.PAGE_DIR),
    publicUrl,
    trustedProxies: values.TRUSTED_PROXIES,
    networkLimits: values.NETWORK_LIMITS,
    stopDelayMs: values.STOP_DELAY * 1_000,
    shopSettings: readShopSettings(values, isDemo, fail),
    logLevel: values.LOG_LEVEL,
    isDemo,
    isProduction,
    signIn: clientId === undefined ? { name: isDemo ? 'demo' : 'none' } : { name: 'google', clientId },
    adminPassword: readAdminPassword(values.ADMIN_PASSWORD, values.ADMIN_PASSWORD_HASH),
    adminUserIds,
    requiredAdminIds: values.ADMIN_REQUIRE_LISTED_USER ? adminUserIds : undefined,
    auditRetentionMs: values.AUDIT_DAYS * DAY_MS,
    sellerUserId: values.SELLER_USER_ID ?? (isDemo ? DEMO_SELLER_ID : undefined),
    securityContact: values.SECURITY_CONTACT,
    backupDir: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
    payments: toPaymentSettings(values, isDemo, fail),
    mail: toMailSettings(values, fail),
    push: toPushSettings(values, publicUrl, fail),
    bucket: toBlobSettings(values, fail),
    killsServiceWorker: values.KILL_SERVICE_WORKER,
  };
}

function readAdminPassword(password: string | undefined, hash: string | undefined): Config['adminPassword'] {
  if (password !== undefined) return { password };
  return hash === undefined ? undefined : { hash };
}
