import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeFileDurably } from './write-file-durably.ts';

const recordSchema = z.object({ epoch: z.string(), seqs: z.record(z.string(), z.int()) });

/** An epoch with the highest published number of each counter. */
export type EpochRecord = z.infer<typeof recordSchema>;

/** The port of what is remembered outside the database, to notice that it was put back to an earlier state. */
export interface EpochWitness {
  /** Returns whether a database with this epoch and these counters can be the one of the last record. */
  agrees(current: EpochRecord): boolean;
  /** @throws Error when it cannot be stored */
  record(current: EpochRecord): void;
}

/** Remembers the record in a file beside the database. A missing or torn file agrees with no database. */
export function createFileWitness(file: string): EpochWitness {
  return {
    agrees({ epoch, seqs }) {
      const known = readRecord(file);
      return known?.epoch === epoch && Object.entries(known.seqs).every(([name, seq]) => seq <= (seqs[name] ?? 0));
    },
    record: (current) => writeFileDurably(file, JSON.stringify(current)),
  };
}

/**
 * Trusts the database, whose nodes share no file: a node with an empty folder must not begin an epoch. `npm run restore` begins one, and a
 * device that has seen later data than the database holds causes one (`data-history.ts`).
 */
export const TRUSTING_WITNESS: EpochWitness = { agrees: () => true, record: () => undefined };

function readRecord(file: string): EpochRecord | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return recordSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
