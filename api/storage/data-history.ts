import type { Transaction } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import { deriveKey, isSameText, sign } from '../identity/identity-secret.ts';
import type { Database, Queryable } from './database.ts';
import { isLaterEpoch, replaceEpoch } from './epoch.ts';
import { findNonce, readEpoch, readOldestSeq } from './history.repository.ts';
import type { Pair } from './history.repository.ts';
import type { Schema } from './schema.ts';

/** 66 bits in base64url: a valid code takes about 2^65 guesses, and a forged proof only resets the device that sends it. */
const MAC_LENGTH = 11;
/** Nonce, authentication code, and how far the state is ahead of the position, in base 36; the last one only if it is ahead. */
const PROOF = /^([0-9a-f]{12})([\w-]{11})([1-9a-z][0-9a-z]{0,9})?$/;
/** Proofs of Hexlime 0.2 identify a run of the server, not a state. They count as missing, so that a device of that version is not reset. */
const isOfEarlierForm = (proof: string): boolean => proof.includes('.');

/** A feed whose positions devices hold. */
export interface FeedScope {
  /** Names the feed, and the user if the feed is a user's own: a proof is worth nothing in another scope. */
  readonly name: string;
  /** The counter that numbers its changes. */
  readonly counter: string;
}

/** The positions that a device sends, and the epoch in which it got them. */
export interface ClaimedCursor {
  readonly epoch: string | undefined;
  readonly positions: readonly ClaimedPosition[];
}

/** A position as a device sends it. */
export interface ClaimedPosition {
  readonly scope: FeedScope;
  readonly seq: number;
  /** The proof that the server gave with the position; a device of an earlier version sends none. */
  readonly proof: string | undefined;
  /** The newest state of the counter. */
  readonly newest: Pair;
}

/**
 * Recognizes positions that this server has given to devices. Each goes with a proof: the nonce of the state that it was read from, and an
 * authentication code over epoch, feed, position and nonce. A genuine proof of a state that the history does not have, or of an epoch that began
 * after the current one, shows that the data was put back to an earlier state, whatever its counters are by now.
 */
export interface DataHistory {
  /** Returns the proof of the position `seq` that was read from a state of its counter; always the same for the same arguments. */
  prove(epoch: string, scope: FeedScope, state: Pair, seq?: number): string;
  /**
   * Runs a read on one committed state. When the read meets a position of a lost history, the data gets a new epoch and the read runs
   * again; the device then counts as one of an earlier epoch.
   */
  read<T>(run: (trx: Transaction<Schema>, epoch: string) => Promise<T>): Promise<T>;
  /**
   * Returns whether all positions are part of the history; call it within `read`. False: the device must start over, because a position is
   * damaged, forged, from another server, of an earlier epoch or too old.
   */
  includes(trx: Queryable, epoch: string, cursor: ClaimedCursor): Promise<boolean>;
  /**
   * Checks that the history still has a state that this process has stored; call it within `read`. If the state is lost, `read` begins a
   * new epoch and throws `not-ready`, because the lost write must not be reported as done. @throws LostHistoryError
   */
  requireStored(trx: Queryable, epoch: string, counter: string, states: { stored: Pair; newest: Pair }): Promise<void>;
}

/** A genuine position is not part of the history of the data. */
class LostHistoryError extends Error {
  readonly epoch: string;
  /** The epoch of the position. */
  readonly known: string;
  /** Whether the caller's own write is lost, rather than a position from an earlier reply. */
  readonly isOwnWrite: boolean;
  constructor(epoch: string, known: string, isOwnWrite = false) {
    super('the data was put back to an earlier state');
    this.name = 'LostHistoryError';
    this.epoch = epoch;
    this.known = known;
    this.isOwnWrite = isOwnWrite;
  }
}

/** `secret`: the database's own. `onLost` is called after a new epoch has begun. */
export function createDataHistory(database: Database, secret: Buffer, onLost: () => Promise<void> | void): DataHistory {
  const key = deriveKey(secret, 'positions in feeds');

  const toCode = (inEpoch: string, scope: string, seq: number, state: Pair): string =>
    sign(key, JSON.stringify([inEpoch, scope, seq, state.seq, state.nonce])).slice(0, MAC_LENGTH);

  /** Reads the state that a position was read from; undefined unless its proof is genuine. */
  const readState = (epoch: string, { scope, seq, proof = '' }: ClaimedPosition): Pair | undefined => {
    const [, nonce, code, ahead = '0'] = PROOF.exec(proof) ?? [];
    if (nonce === undefined || code === undefined) return undefined;
    const state: Pair = { seq: seq + Number.parseInt(ahead, 36), nonce };
    return isSameText(code, toCode(epoch, scope.name, seq, state)) ? state : undefined;
  };

  const includesOne = async (trx: Queryable, current: string, position: ClaimedPosition): Promise<boolean> => {
    const { scope, seq, proof, newest } = position;
    if (proof === undefined || isOfEarlierForm(proof)) return seq <= newest.seq;
    const state = readState(current, position);
    if (!state) return false;
    if (state.seq === newest.seq && state.nonce === newest.nonce) return true;
    const known = state.seq > newest.seq ? undefined : await findNonce(trx, scope.counter, state.seq);
    if (known === state.nonce) return true;
    // A state before the oldest one that the history keeps was purged, not lost.
    if (state.seq < newest.seq && state.seq < (await readOldestSeq(trx, scope.counter))) return false;
    throw new LostHistoryError(current, current);
  };

  return {
    prove: (inEpoch, scope, state, seq = state.seq) => {
      const ahead = state.seq > seq ? (state.seq - seq).toString(36) : '';
      return `${state.nonce}${toCode(inEpoch, scope.name, seq, state)}${ahead}`;
    },

    async read(run) {
      for (;;) {
        try {
          return await database.reader.transaction().execute(async (trx) => run(trx, await readEpoch(trx)));
        } catch (error) {
          if (!(error instanceof LostHistoryError)) throw error;
          if (await replaceEpoch(database, error.epoch, error.known)) await onLost();
          if (error.isOwnWrite) throw new ApiError('not-ready', error.message, { retryAfterSeconds: 1 });
        }
      }
    },

    async includes(trx, current, { epoch = '', positions }) {
      if (epoch !== current) {
        const isLater = isLaterEpoch(epoch, current) && positions.some((position) => readState(epoch, position));
        if (isLater) throw new LostHistoryError(current, epoch);
        return false;
      }
      for (const position of positions) if (!(await includesOne(trx, current, position))) return false;
      return true;
    },

    async requireStored(trx, current, counter, { stored, newest }) {
      if (stored.nonce === newest.nonce) return;
      if ((await findNonce(trx, counter, stored.seq)) !== stored.nonce)
        throw new LostHistoryError(current, current, true);
    },
  };
}
