import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { readCounters } from './counters.repository.ts';
import { appendLine, EPOCH_KEY } from './data-line.repository.ts';
import type { Database } from './database.ts';
import type { EpochRecord, EpochWitness } from './epoch-witness.ts';
import { findMeta, storeMeta } from './meta.repository.ts';
import type { Schema } from './schema.ts';

/** The generation of the data. */
export interface Epoch {
  /** As this process knows it; replies take it from their own transaction. */
  readonly value: string;
  /** Records that clients may have seen a counter up to this number; the witness has it within a second. */
  note(counter: string, seq: number): void;
  /** Begins a new epoch unless another process has replaced `known` already; returns whether it did. */
  replace(known: string): Promise<boolean>;
  /** Follows a new epoch that another process has begun. */
  follow(value: string): void;
  /** Passes what is recorded to the witness. */
  flush(): void;
}

/**
 * Writing a file at each change would cost more than the change. A crash may lose the last records; only a backup newer than those would
 * go unnoticed then.
 */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Opens the epoch of a database and begins a line of its history. When the witness knows of another epoch or of later changes, the database
 * was restored or replaced and gets a new epoch: clients then pull everything again instead of keeping rows that the server does not have.
 * `onError` is called when the witness could not record; the next record includes what is missing.
 */
export async function openEpoch(
  database: Database,
  witness: EpochWitness,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<Epoch> {
  // Under the write lock, no other process commits or decides between this read and the write.
  const opened = await database.writer.transaction().execute(async (trx) => {
    const stored = await findMeta(trx, EPOCH_KEY);
    const counters = await readCounters(trx);
    const isSameEpoch = stored !== undefined && witness.agrees({ epoch: stored, seqs: counters });
    if (isSameEpoch) await appendLine(trx, now());
    const epoch = isSameEpoch ? stored : await beginEpoch(trx, now());
    const current: EpochRecord = { epoch, seqs: counters };
    // A crash before the commit leaves a record of another epoch, which only causes another new epoch.
    witness.record(current);
    return current;
  });
  let record = opened;
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writtenAtMs = performance.now();
    try {
      witness.record(record);
    } catch (error) {
      // The recorded change is committed already: a full disk must not fail it afterwards.
      onError(error);
    }
  };
  const plan = (): void => {
    const waitMs = writtenAtMs + WRITE_INTERVAL_MS - performance.now();
    if (waitMs <= 0) flush();
    else timer ??= setTimeout(flush, waitMs).unref();
  };
  return {
    get value() {
      return record.epoch;
    },
    note(counter, seq) {
      if (seq <= (record.seqs[counter] ?? 0)) return;
      record.seqs[counter] = seq;
      plan();
    },
    async replace(known) {
      const next = await database.writer.transaction().execute(async (trx) => {
        if ((await findMeta(trx, EPOCH_KEY)) !== known) return undefined;
        const current: EpochRecord = { epoch: await beginEpoch(trx, now()), seqs: await readCounters(trx) };
        witness.record(current);
        return current;
      });
      if (next) record = next;
      return next !== undefined;
    },
    follow(value) {
      if (value === record.epoch) return;
      record = { ...record, epoch: value };
      plan();
    },
    flush() {
      if (timer) flush();
    },
  };
}

/** Begins an epoch with a line of its own: lines of earlier epochs prove nothing in this one. */
async function beginEpoch(trx: Transaction<Schema>, startedAtMs: number): Promise<string> {
  const epoch = randomUUID();
  await storeMeta(trx, EPOCH_KEY, epoch);
  await appendLine(trx, startedAtMs);
  // The rows are the same, so their snapshots go on under the new epoch.
  for (const { shop, number, body } of await trx
    .selectFrom('snapshot_manifest')
    .select(['shop', 'number', 'body'])
    .execute()) {
    await trx
      .updateTable('snapshot_manifest')
      .set({ body: JSON.stringify({ ...(JSON.parse(body) as object), epoch }) })
      .where('shop', '=', shop)
      .where('number', '=', number)
      .execute();
  }
  return epoch;
}
