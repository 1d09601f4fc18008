import { describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import type { ImportResult } from '#contract/admin-product.ts';
import type { CallResult } from '#sync/account/account-api.ts';
import { importRows } from './import-rows.ts';
import { planBatches } from './plan-batches.ts';
import type { ValidRow } from './plan-batches.ts';

const row = (line: number, fields: Record<string, string> = { id: String(line) }): ValidRow => ({
  line,
  cells: Object.keys(fields).length,
  fields,
});
const rows = (count: number): ValidRow[] => Array.from({ length: count }, (_, index) => row(index + 2));
const ok = (results: readonly ImportResult[]): CallResult<readonly ImportResult[]> => ({ ok: true, value: results });
const changed = (count: number) => ok(Array.from({ length: count }, () => ({ outcome: 'changed' as const })));
const signal = new AbortController().signal;

describe('the calls of an import', () => {
  it('carry as many rows as the server takes, in their order', () => {
    expect(planBatches(rows(450)).map((batch) => batch.length)).toEqual([MAX_IMPORT_ROWS, MAX_IMPORT_ROWS, 50]);
    expect(planBatches(rows(450)).flat()).toEqual(rows(450));
    expect(planBatches([])).toEqual([]);
  });

  it('carry fewer where descriptions are long, and one that is longer than all by itself', () => {
    const long = (line: number, characters: number): ValidRow => row(line, { description: 'x'.repeat(characters) });
    const batches = planBatches([long(1, 600_000), long(2, 600_000), long(3, 10), long(4, 2_000_000), long(5, 10)]);
    expect(batches.map((batch) => batch.map(({ line }) => line))).toEqual([[1], [2, 3], [4], [5]]);
  });

  it('add up, and name the refused rows by their lines', async () => {
    const send = vi.fn(async (sent: readonly unknown[]) =>
      ok(
        sent.map((_, index): ImportResult =>
          index === 1 ? { outcome: 'rejected', field: 'price', reason: 'must be dollars' } : { outcome: 'added' },
        ),
      ),
    );
    const onProgress = vi.fn();
    expect(await importRows(rows(250), { send, onProgress, signal })).toEqual({
      done: 250,
      stop: null,
      report: {
        added: 248,
        changed: 0,
        unchanged: 0,
        rejected: 2,
        refused: [
          { line: 3, field: 'price', reason: 'must be dollars' },
          { line: 203, field: 'price', reason: 'must be dollars' },
        ],
      },
    });
    expect(onProgress.mock.calls).toEqual([[200], [250]]);
  });

  it('stop at the first that has no answer, with what is known until then', async () => {
    const send = vi
      .fn()
      .mockResolvedValueOnce(changed(200))
      .mockResolvedValueOnce({ ok: false, problem: 'unreachable' });
    const outcome = await importRows(rows(450), { send, onProgress: () => undefined, signal });
    expect(outcome).toMatchObject({ done: 200, report: { changed: 200 }, stop: expect.any(String) });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('that had no answer have the same rows when they go on', async () => {
    const send = vi.fn().mockResolvedValueOnce(changed(200)).mockResolvedValue({ ok: false, problem: 'unreachable' });
    const all = rows(450);
    const options = { send, onProgress: () => undefined, signal };
    const { done, stop } = await importRows(all, options);
    expect(stop).not.toBeNull();
    await importRows(all.slice(done), options);
    const [, second, again] = send.mock.calls;
    expect(second?.[1]).toBe(200);
    expect(again).toEqual([second?.[0], 0]);
  });

  it('come to an end between two of them', async () => {
    const controller = new AbortController();
    const send = vi.fn(async (sent: readonly unknown[]) => {
      controller.abort();
      return changed(sent.length);
    });
    const outcome = await importRows(rows(450), { send, onProgress: () => undefined, signal: controller.signal });
    expect(outcome).toMatchObject({ done: 200, stop: null });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
