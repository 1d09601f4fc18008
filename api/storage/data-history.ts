import type { Transaction } from 'kysely';
import { deriveKey, isSameText, sign } from '../identity/identity-secret.ts';
import { readCounters } from './counters.repository.ts';
import { findCountersAfter, findLineId, findOldestLineNumber, readDataState } from './data-line.repository.ts';
import type { DataState } from './data-line.repository.ts';
import type { Database, Queryable } from './database.ts';
import type { Epoch } from './epoch.ts';
import type { Schema } from './schema.ts';

/** 16 bytes in base64url. */
const MAC_LENGTH = 22;
const PROOF = /^((\d{1,15})-([\w-]{11}))\.([\w-]{22})$/;

/** A feed whose positions devices hold. */
export interface FeedScope {
  /** Names the feed, and the user if it is one's own: a proof is worth nothing in another scope. */
  readonly name: string;
  /** The counter that numbers its changes. */
  readonly counter: string;
}

/** A position as a device sends it. */
export interface ClaimedPosition {
  readonly scope: FeedScope;
  readonly seq: number;
  /** What the server gave with it; missing in devices of an earlier version. */
  readonly proof: string | undefined;
  /** Number of the feed's newest change. */
  readonly newestSeq: number;
}

/**
 * Recognises positions that this server has given to devices. Each goes with a proof: an authentication code over the position and the line
 * of history in which it was given. A genuine position that is not part of the history of the data shows that the data was put back to an
 * earlier state, whatever its counters are by now.
 */
export interface DataHistory {
  /** Returns the proof of a position; the same for the same position. */
  prove(state: DataState, scope: FeedScope, seq: number): string;
  /**
   * Runs a read as one committed state. When it meets a position of a lost history, the data gets a new epoch and the read runs again, as
   * for a device of another epoch.
   */
  read<T>(run: (trx: Transaction<Schema>, state: DataState) => Promise<T>): Promise<T>;
  /**
   * Returns whether all positions are part of the history. False: the device must start over, because they are damaged, forged, from
   * another server or too old; within `read`.
   */
  includes(trx: Queryable, state: DataState, positions: readonly ClaimedPosition[]): Promise<boolean>;
}

/** A genuine position is not part of the history of the data. */
class LostHistoryError extends Error {
  readonly epoch: string;
  constructor(epoch: string) {
    super('the data was put back to an earlier state');
    this.name = 'LostHistoryError';
    this.epoch = epoch;
  }
}

/** `secret`: the database's own. `onLost` is called after a new epoch has begun. */
export function createDataHistory(
  database: Database,
  epoch: Epoch,
  secret: Buffer,
  onLost: () => Promise<void> | void,
): DataHistory {
  const key = deriveKey(secret, 'positions in feeds');

  const toCode = (inEpoch: string, lineId: string, scope: string, seq: number): string =>
    sign(key, JSON.stringify([inEpoch, lineId, scope, seq])).slice(0, MAC_LENGTH);

  const includesOne = async (
    trx: Queryable,
    { epoch: current, line }: DataState,
    { scope, seq, proof, newestSeq }: ClaimedPosition,
  ): Promise<boolean> => {
    if (proof === undefined) return seq <= newestSeq;
    const [, lineId, numberText, id, code] = PROOF.exec(proof) ?? [];
    if (lineId === undefined || code === undefined) return false;
    if (!isSameText(code, toCode(current, lineId, scope.name, seq))) return false;
    const number = Number(numberText);
    const isNewest = number === line.number && id === line.id;
    if (isNewest && seq <= newestSeq) return true;
    if (!isNewest && (await findLineId(trx, number)) !== id) {
      // Lines are deleted from the oldest on.
      if (number < (await findOldestLineNumber(trx))) return false;
      throw new LostHistoryError(current);
    }
    const counters = (await findCountersAfter(trx, number)) ?? (await readCounters(trx));
    if (seq > (counters[scope.counter] ?? 0)) throw new LostHistoryError(current);
    return seq <= newestSeq;
  };

  return {
    prove: ({ epoch: current, line }, scope, seq) => {
      const lineId = `${line.number}-${line.id}`;
      return `${lineId}.${toCode(current, lineId, scope.name, seq)}`;
    },

    async read(run) {
      for (;;) {
        try {
          return await database.reader.transaction().execute(async (trx) => run(trx, await readDataState(trx)));
        } catch (error) {
          if (!(error instanceof LostHistoryError)) throw error;
          if (await epoch.replace(error.epoch)) await onLost();
        }
      }
    },

    async includes(trx, state, positions) {
      for (const position of positions) if (!(await includesOne(trx, state, position))) return false;
      return true;
    },
  };
}
