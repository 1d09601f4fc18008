import { hostname } from 'node:os';
import { pino } from 'pino';
import { ERRORS } from '#contract/http/error-codes.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { DestinationStream, Logger } from 'pino';
import { createProductWritesService } from './catalog/products/product-writes.service.ts';
import type { ProductWritesService } from './catalog/products/product-writes.service.ts';
import { openShopStates } from './catalog/feed/shop-state.ts';
import type { ShopStates } from './catalog/feed/shop-state.ts';
import type { Config } from './config/config.ts';
import { DATA_SIZES } from './data-sizes.ts';
import type { DataSizes } from './data-sizes.ts';
import { createImageClaims } from './images/image-claims.service.ts';
import type { ImageClaims } from './catalog/products/image-claims.ts';
import { createStock } from './stock/stock.service.ts';
import type { Stock } from './stock/stock.service.ts';
import type { BucketStore } from './limits/buckets.ts';
import { openBucketStore } from './limits/open-bucket-store.ts';
import type { BlobStore } from './storage/blobs/blob-store.ts';
import type { Database } from './storage/database.ts';
import { noteBucket, requireNotedBucket } from './storage/blobs/bucket-note.ts';
import { prepareBlobStore } from './storage/blobs/open-blob-store.ts';
import { deriveKey, findIdentitySecret, openIdentitySecret, toBlobOwner } from './identity/identity-secret.ts';
import { openShopFace } from './shop/shop-face.ts';
import type { ShopFace } from './shop/shop-face.ts';
import { openSecurityKey } from './security/security-key.ts';
import { createSecurityEvents } from './security/security-events.ts';
import type { SecurityEvents } from './security/security-events.ts';
import { createDataHistory } from './storage/data-history.ts';
import type { DataHistory } from './storage/data-history.ts';
import { openEpoch } from './storage/epoch.ts';
import type { EventBus } from './storage/events/event-bus.ts';
import { openEventBus } from './storage/events/open-event-bus.ts';
import { migrate } from './storage/migrate.ts';
import { openDatabase } from './storage/open-database.ts';
import { makePrivate } from './storage/private-files.ts';
import { adviseOnStorage } from './storage/storage-fault.ts';
import { createWrite } from './storage/create-write.ts';
import type { Write } from './storage/write-unit.ts';

// The titles that rejections show in replies, results of operations and commands.
ApiError.known = ERRORS;

/** The services that the server and all commands share: storage, the catalogue's write path and the log. Starts no jobs and opens no port. */
export interface AppContext {
  readonly config: Config;
  readonly log: Logger;
  readonly security: SecurityEvents;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly bus: EventBus;
  readonly buckets: BucketStore;
  readonly states: ShopStates;
  readonly history: DataHistory;
  /** Runs write transactions; their changes are published after the commit. */
  readonly write: Write;
  readonly products: ProductWritesService;
  readonly imageClaims: ImageClaims;
  readonly stock: Stock;
  readonly shop: ShopFace;
  readonly sizes: DataSizes;
  /** Time in ms. */
  readonly now: () => number;
  close(): Promise<void>;
}

/** The log's message about missing data; a subject (this server, or a device) goes before it. */
const LOST_HISTORY =
  'has seen later data than the database holds: it was put back to an earlier state, so devices fetch everything again; check what was lost since the copy';

/** A database server recovers from a crash, or a standby is promoted, within this time. */
const MAX_DATABASE_START_MS = 30_000;

const SECRETS = ['authorization', 'cookie', 'password', 'token', 'credential', 'auth_token'];
/** Personal data of buyers. */
const PERSONAL = ['email', 'contact_name', 'phone', 'address', 'postal_code', 'city', 'state_prov', 'country'];
/** Members that are redacted in log lines, at any of the first three levels. */
const REDACTED = [...SECRETS, ...PERSONAL].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * Opens the data folder, migrates the database and builds each service once. `ownNow` returns the time in ms; by default the clock of the
 * database is used. Without `logTo` the log goes to the standard output.
 */
export async function createAppContext(
  config: Config,
  ownNow?: () => number,
  sizes: DataSizes = DATA_SIZES,
  logTo?: DestinationStream,
): Promise<AppContext> {
  const log = pino(
    {
      level: config.logLevel,
      redact: REDACTED,
      // Lines of several nodes end up in one place.
      base: config.database.engine === 'postgres' ? { node: hostname() } : null,
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? { ...pino.stdSerializers.err(error), advice: adviseOnStorage(error, config.database) }
            : error,
      },
    },
    logTo,
  );
  makePrivate(config, log);
  const database = await openDatabase(config.database, { maxWaitMs: MAX_DATABASE_START_MS });
  // Nodes whose clocks differ would disagree on when an order, a lease or a session ends.
  const now = ownNow ?? database.now;
  try {
    await requireNotedBucket(database, config);
    const images = await prepareBlobStore(config, log);
    if (config.bucket) {
      const known = await findIdentitySecret(database);
      await images.inspect(known && toBlobOwner(known));
    }
    await migrate(database.writer, config);
    await openEpoch(database, now);
    const secret = await openIdentitySecret(database);
    const valkey =
      config.redisUrl === undefined
        ? undefined
        : { url: config.redisUrl, shopKey: deriveKey(secret, 'event-bus').toString('base64url') };
    const bus = await openEventBus(config.database, valkey, (error) =>
      log.error({ err: error }, 'event listener failed'),
    );
    const buckets = await openBucketStore(valkey, deriveKey(secret, 'limits'), now);
    const states = await openShopStates({
      database,
      bus,
      onLost: () => log.warn(`this server ${LOST_HISTORY}`),
      onError: (error) => log.error({ err: error }, 'changes of another process could not be read'),
    });
    const security = createSecurityEvents(log, await openSecurityKey(database));
    const history = createDataHistory(database, secret, async () => {
      log.warn(`a device ${LOST_HISTORY}`);
      await states.refresh();
    });
    const write = await createWrite(database, states.publish);
    const imageClaims = createImageClaims(now);
    const products = createProductWritesService({ database, write, imageClaims, now });
    const stock = createStock(now);
    const shop = await openShopFace({ database, bus, write, log, fileSettings: config.shopSettings, now });
    const blobs = await images.open(toBlobOwner(secret));
    if (config.bucket) await noteBucket(database);
    const close = async (): Promise<void> => {
      buckets.close();
      await bus.close();
      await database.close();
    };
    return {
      config,
      log,
      security,
      database,
      blobs,
      bus,
      buckets,
      states,
      history,
      write,
      products,
      imageClaims,
      stock,
      shop,
      sizes,
      now,
      close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
