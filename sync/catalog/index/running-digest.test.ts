import { beforeEach, expect, it } from 'vitest';
import { addDigest } from '#contract/blocks/digest.ts';
import { RunningDigest } from './running-digest.ts';

const ROWS = 2_500;

/** A minimal index; `digests` holds the digest of each row. */
let index: { rows: number; isDead: Uint8Array; version: number; hasColumns: boolean };
let digests: number[];
let digest: RunningDigest;

/** The sum as the server computes it. */
const expected = (): number =>
  digests.reduce((sum, value, row) => (index.isDead[row] === 1 ? sum : addDigest(sum, value)), 0);
const replace = (row: number, value: number): void => {
  digest.remove(row);
  index.isDead[row] = 1;
  digests.push(value);
  index.rows += 1;
  digest.add(() => value);
  index.version += 1;
};

beforeEach(() => {
  index = { rows: ROWS, isDead: new Uint8Array(ROWS * 2), version: 0, hasColumns: true };
  digests = Array.from({ length: ROWS }, (_, row) => (row * 0x9e37_79b1) >>> 0);
  digest = new RunningDigest(index, (row) => digests[row] as number);
});

it('[CAT25] a digest computed in steps between changes is that of the rows after them, and is computed once', async () => {
  let pauses = 0;
  await digest.prepare(async () => {
    pauses += 1;
    if (pauses === 2) replace(1, 7);
  });
  expect([pauses > 3, digest.sum]).toEqual([true, expected()]);
  const before = pauses;
  await digest.prepare(async () => void (pauses += 1));
  expect(pauses).toBe(before);
});
