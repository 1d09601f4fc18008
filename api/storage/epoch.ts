import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Transaction } from 'kysely';
import { readCounters } from './counters.repository.ts';
import { appendLine, EPOCH_KEY } from './data-line.repository.ts';
import type { Database } from './database.ts';
import { findMeta, storeMeta } from './meta.repository.ts';
import type { Schema } from './schema.ts';
import { writeFileDurably } from './write-file-durably.ts';

const sidecarSchema = z.object({ epoch: z.string(), seqs: z.record(z.string(), z.int()) });
type Sidecar = z.infer<typeof sidecarSchema>;

/** The generation of the data, and the epoch file beside the database, which reveals that a backup was restored. */
export interface Epoch {
  /** As this process knows it; replies take it from their own transaction. */
  readonly value: string;
  /** Records that clients may have seen a counter up to this number; the file contains it within a second. */
  note(counter: string, seq: number): void;
  /** Begins a new epoch unless another process has replaced `known` already; returns whether it did. */
  replace(known: string): Promise<boolean>;
  /** Follows a new epoch that another process has begun. */
  follow(value: string): void;
  /** Writes what is recorded to the file. */
  flush(): void;
}

/**
 * Writing the file at each change would cost more than the change. A crash may lose the last records; only a backup newer than those would
 * go unnoticed then.
 */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Opens the epoch of a database and begins a line of its history. The epoch file holds the epoch and the highest published number of each
 * counter. When it is missing, names another epoch or is ahead of the database, the database was restored or replaced and gets a new epoch:
 * clients then pull everything again instead of keeping rows that the server does not have. `onError` is called when the file could not be
 * written; the next write includes what is missing.
 */
export async function openEpoch(
  database: Database,
  sidecarFile: string,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<Epoch> {
  // Under the write lock, no other process commits or decides between this read and the write.
  const opened = await database.writer.transaction().execute(async (trx) => {
    const stored = await findMeta(trx, EPOCH_KEY);
    const known = readSidecar(sidecarFile);
    const counters = await readCounters(trx);
    const isSameEpoch =
      stored !== undefined &&
      known?.epoch === stored &&
      Object.entries(known.seqs).every(([name, seq]) => seq <= (counters[name] ?? 0));
    if (isSameEpoch) await appendLine(trx, now());
    const epoch = isSameEpoch ? stored : await beginEpoch(trx, now());
    const current: Sidecar = { epoch, seqs: counters };
    // A crash before the commit leaves a file with another epoch, which only causes another new epoch.
    writeSidecar(sidecarFile, current);
    return current;
  });
  let sidecar = opened;
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
  const plan = (): void => {
    const waitMs = writtenAtMs + WRITE_INTERVAL_MS - performance.now();
    if (waitMs <= 0) flush();
    else timer ??= setTimeout(flush, waitMs).unref();
  };
  return {
    get value() {
      return sidecar.epoch;
    },
    note(counter, seq) {
      if (seq <= (sidecar.seqs[counter] ?? 0)) return;
      sidecar.seqs[counter] = seq;
      plan();
    },
    async replace(known) {
      const next = await database.writer.transaction().execute(async (trx) => {
        if ((await findMeta(trx, EPOCH_KEY)) !== known) return undefined;
        const current: Sidecar = { epoch: await beginEpoch(trx, now()), seqs: await readCounters(trx) };
        writeSidecar(sidecarFile, current);
        return current;
      });
      if (next) sidecar = next;
      return next !== undefined;
    },
    follow(value) {
      if (value === sidecar.epoch) return;
      sidecar = { ...sidecar, epoch: value };
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

const writeSidecar = (file: string, sidecar: Sidecar): void => writeFileDurably(file, JSON.stringify(sidecar));
