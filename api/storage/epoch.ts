import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

const EPOCH_KEY = 'epoch';
/** Names the clock of the chats beside the shops. */
export const CHATS_COUNTER = 'chats';
/** And that of all orders. */
export const ORDERS_COUNTER = 'orders';
/** And that of all carts. */
export const CARTS_COUNTER = 'carts';

const sidecarSchema = z.object({ epoch: z.string(), seqs: z.record(z.string(), z.int()) });
type Sidecar = z.infer<typeof sidecarSchema>;

/** The name of this life of the data, and the witness beside the database that tells when a backup was put in its place. */
export interface Epoch {
  readonly value: string;
  /** Notes that clients may have seen a shop, the chats, the orders, or the carts, up to this number; the file has it within a second. */
  note(counter: string, seq: number): void;
  /** Writes down what was noted. */
  flush(): void;
}

/**
 * A file per change would cost more than the change. A crash may take the last notes along; only a backup that is younger than them would
 * then go unnoticed.
 */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Opens the epoch of a database. A file beside it remembers the epoch and the highest number of each shop, of the chats, of the orders and of the carts that was ever
 * published: when it is gone, names another epoch or knows more than the database, then the database was restored or replaced, and gets a new epoch. Clients
 * then start anew instead of keeping rows that the server no longer knows. `onError` hears of notes that could not be written down; the next
 * ones bring them along.
 */
export async function openEpoch(
  database: Database,
  sidecarFile: string,
  onError: (error: unknown) => void,
): Promise<Epoch> {
  // Under the write lock: no other process commits or decides between what is read here and what is written.
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
    const isSameLife =
      stored !== undefined &&
      known?.epoch === stored.value &&
      counters.every(({ key, seq }) => (known.seqs[key] ?? 0) <= seq);
    const epoch = isSameLife ? stored.value : randomUUID();
    if (!isSameLife) await storeEpoch(trx, epoch);
    const current: Sidecar = { epoch, seqs: Object.fromEntries(counters.map(({ key, seq }) => [key, seq])) };
    // A crash before the commit leaves a file of another epoch, which only means one more new epoch.
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
      // What was noted is committed: a disk without room must not fail it afterwards.
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
  // They carry the old epoch; new ones are made of the same blocks.
  await trx.deleteFrom('snapshot_manifest').execute();
}

function readSidecar(file: string): Sidecar | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const parsed = sidecarSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.data;
  } catch (error) {
    // A torn file knows nothing, which is the same as no file.
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
