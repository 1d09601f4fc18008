import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

const EPOCH_KEY = 'epoch';
/** Names of the counters beside those of the shops. */
export const CHATS_COUNTER = 'chats';
export const ORDERS_COUNTER = 'orders';
export const CARTS_COUNTER = 'carts';

const sidecarSchema = z.object({ epoch: z.string(), seqs: z.record(z.string(), z.int()) });
type Sidecar = z.infer<typeof sidecarSchema>;

/** The generation of the data, and the epoch file beside the database, which reveals that a backup was restored. */
export interface Epoch {
  readonly value: string;
  /** Records that clients may have seen a counter up to this number; the file contains it within a second. */
  note(counter: string, seq: number): void;
  /** Writes what is recorded to the file. */
  flush(): void;
}

/**
 * Writing the file at each change would cost more than the change. A crash may lose the last records; only a backup newer than those would
 * go unnoticed then.
 */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Opens the epoch of a database. The epoch file holds the epoch and the highest published number of each shop and of the chats, orders and
 * carts. When it is missing, names another epoch or is ahead of the database, the database was restored or replaced and gets a new epoch:
 * clients then pull everything again instead of keeping rows that the server does not have. `onError` is called when the file could not be
 * written; the next write includes what is missing.
 */
export async function openEpoch(
  database: Database,
  sidecarFile: string,
  onError: (error: unknown) => void,
): Promise<Epoch> {
  // Under the write lock, no other process commits or decides between this read and the write.
  const { value, sidecar } = await database.writer.transaction().execute(async (trx) => {
    const stored = await trx.selectFrom('meta').select('value').where('key', '=', EPOCH_KEY).executeTakeFirst();
    const known = readSidecar(sidecarFile);
    const shops = await trx.selectFrom('shop').select(['key', 'seq']).execute();
    const chats = await trx.selectFrom('chat_clock').select('seq').executeTakeFirstOrThrow();
    const orders = await trx.selectFrom('order_clock').select('seq').executeTakeFirstOrThrow();
    const carts = await trx.selectFrom('cart_clock').select('seq').executeTakeFirstOrThrow();
    const counters = [
      ...shops,
      { key: CHATS_COUNTER, ...chats },
      { key: ORDERS_COUNTER, ...orders },
      { key: CARTS_COUNTER, ...carts },
    ];
    const isSameEpoch =
      stored !== undefined &&
      known?.epoch === stored.value &&
      counters.every(({ key, seq }) => (known.seqs[key] ?? 0) <= seq);
    const epoch = isSameEpoch ? stored.value : randomUUID();
    if (!isSameEpoch) await storeEpoch(trx, epoch);
    const current: Sidecar = { epoch, seqs: Object.fromEntries(counters.map(({ key, seq }) => [key, seq])) };
    // A crash before the commit leaves a file with another epoch, which only causes another new epoch.
    writeSidecar(sidecarFile, current);
    return { value: epoch, sidecar: current };
  });
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writtenAtMs = performance.now();
    try {
      writeSidecar(sidecarFile, sidecar);
    } catch (error) {
      // The recorded change is committed already: a full disk must not fail it afterwards.
      onError(error);
    }
  };
  return {
    value,
    note(counter, seq) {
      if (seq <= (sidecar.seqs[counter] ?? 0)) return;
      sidecar.seqs[counter] = seq;
      const waitMs = writtenAtMs + WRITE_INTERVAL_MS - performance.now();
      if (waitMs <= 0) flush();
      else timer ??= setTimeout(flush, waitMs).unref();
    },
    flush() {
      if (timer) flush();
    },
  };
}

async function storeEpoch(trx: Transaction<Schema>, value: string): Promise<void> {
  await trx
    .insertInto('meta')
    .values({ key: EPOCH_KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  // Manifests contain the epoch; new ones reuse the stored blocks.
  await trx.deleteFrom('snapshot_manifest').execute();
}

function readSidecar(file: string): Sidecar | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const parsed = sidecarSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.data;
  } catch (error) {
    // A torn file counts as a missing one.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function writeSidecar(file: string, sidecar: Sidecar): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(sidecar));
  renameSync(temporary, file);
}
