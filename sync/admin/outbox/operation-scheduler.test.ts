import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { UNDO_MS } from '#contract/limits.ts';
import { UnreachableError } from '../../server/api-client.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import { OperationGoneError, createOperationRecord, toNew } from '../store/operations-table.ts';
import { OperationScheduler } from './operation-scheduler.ts';
import { createWriteIdentity } from '../../api/outbox-record.ts';

const record = (number: number, key: string): OperationRecord => ({
  ...createOperationRecord({ kind: 'deleteOrder', paymentId: key }, key, toNew(createWriteIdentity())),
  number,
});

let records: OperationRecord[];
let sent: number[];
let isReady: boolean;
let failures: unknown[];
let send: (record: OperationRecord) => Promise<void>;
let scheduler: OperationScheduler;
const done = (op: number): void => {
  records = records.filter((other) => other.number !== op);
};

beforeEach(() => {
  vi.useFakeTimers();
  records = [];
  sent = [];
  failures = [];
  isReady = true;
  send = async ({ number }) => done(number);
  scheduler = new OperationScheduler({
    list: async () => records,
    send: (next) => {
      sent.push(next.number);
      return send(next);
    },
    isReady: () => isReady,
    onFailure: (error) => failures.push(error),
    now: () => Date.now(),
    wallNow: () => Date.now(),
    random: () => 1,
  });
});
afterEach(() => {
  scheduler.stop();
  vi.useRealTimers();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('[ADM5] a pending operation', () => {
  it('keeps its order within a key; keys run in parallel, at most three at once', async () => {
    const open: (() => void)[] = [];
    send = ({ number: op }) =>
      new Promise((resolve) => {
        open.push(() => {
          done(op);
          resolve();
        });
      });
    records = [record(1, 'a'), record(2, 'a'), record(3, 'b'), record(4, 'c'), record(5, 'd')];
    scheduler.poke();
    await settle();
    expect(sent).toEqual([1, 3, 4]);
    open[1]?.();
    await settle();
    expect(sent).toEqual([1, 3, 4, 5]);
    open[0]?.();
    await settle();
    expect(sent).toEqual([1, 3, 4, 5, 2]);
  });

  it('does not wait for a failing key, which backs off, and is retried at once when the network is back', async () => {
    send = async ({ key, number: op }) => {
      if (key === 'a') throw new UnreachableError();
      done(op);
    };
    records = [record(1, 'a'), record(2, 'b')];
    scheduler.poke();
    await settle();
    expect(sent).toEqual([1, 2]);
    for (const [attempt, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(sent.length).toBe(attempt + 2);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent.length).toBe(attempt + 3);
    }
    scheduler.wake();
    await settle();
    expect(sent.length).toBe(11);
    expect(failures.every((error) => error instanceof UnreachableError)).toBe(true);
  });

  it('waits behind one that a person must decide; other keys do not', async () => {
    records = [{ ...record(1, 'a'), state: 'rejected' }, record(2, 'a'), record(3, 'b')];
    scheduler.poke();
    await settle();
    expect(sent).toEqual([3]);
  });

  it('waits as long as the server asks', async () => {
    send = async () => {
      throw new ApiError('too-many-requests', undefined, { retryAfterSeconds: 20 });
    };
    records = [record(1, 'a')];
    scheduler.poke();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(sent).toEqual([1]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toEqual([1, 1]);
  });

  it('does not wait for a missing one, and is found without a notification', async () => {
    send = async ({ number: op }) => {
      done(op);
      if (op === 1) throw new OperationGoneError();
    };
    records = [record(1, 'a'), record(2, 'a')];
    scheduler.poke();
    await settle();
    expect(sent).toEqual([1, 2]);
    expect(failures).toEqual([]);
    records = [record(3, 'a')];
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sent).toEqual([1, 2, 3]);
  });

  it('stays unsent while no administrator is logged in', async () => {
    isReady = false;
    records = [record(1, 'a')];
    scheduler.poke();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    isReady = true;
    scheduler.wake();
    await settle();
    expect(sent).toEqual([1]);
  });
});

describe('[ADM20] a deletion that can be taken back', () => {
  const deletion = (number: number, key: string): OperationRecord => {
    const operation = { kind: 'deleteOrder', paymentId: key, isUndoable: true } as const;
    return { ...createOperationRecord(operation, key, toNew(createWriteIdentity())), number, createdAtMs: Date.now() };
  };

  it('is sent after ten seconds, without any event, and not at all when it was discarded', async () => {
    records = [deletion(1, 'a'), deletion(2, 'b')];
    scheduler.poke();
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect(sent).toEqual([]);
    done(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([1]);
  });

  it('does not hold up what follows it, nor is it held by a clock that was set back', async () => {
    records = [deletion(1, 'a'), record(2, 'a'), { ...deletion(3, 'b'), createdAtMs: Date.now() + 3_600_000 }];
    scheduler.poke();
    await settle();
    expect(sent.toSorted()).toEqual([1, 2, 3]);
  });
});
