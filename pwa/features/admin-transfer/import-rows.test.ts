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

describe('the batches of an import', () => {
  it('contain up to the maximum number of rows, in their order', () => {
    expect(planBatches(rows(450)).map((batch) => batch.length)).toEqual([MAX_IMPORT_ROWS, MAX_IMPORT_ROWS, 50]);
    expect(planBatches(rows(450)).flat()).toEqual(rows(450));
    expect(planBatches([])).toEqual([]);
  });

  it('are limited by length; a row above the limit is a batch of its own', () => {
    const long = (line: number, characters: number): ValidRow => row(line, { description: 'x'.repeat(characters) });
    const batches = planBatches([long(1, 600_000), long(2, 600_000), long(3, 10), long(4, 2_000_000), long(5, 10)]);
    expect(batches.map((batch) => batch.map(({ line }) => line))).toEqual([[1], [2, 3], [4], [5]]);
  });

  it('add up to one report that names rejected rows by their lines', async () => {
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
      stopReason: null,
      report: {
        added: 248,
        changed: 0,
        unchanged: 0,
        rejected: 2,
        rejectedRows: [
          { line: 3, field: 'price', reason: 'must be dollars' },
          { line: 203, field: 'price', reason: 'must be dollars' },
        ],
      },
    });
    expect(onProgress.mock.calls).toEqual([[200], [250]]);
  });

  it('stop at the first failed call; the report covers the batches before it', async () => {
    const send = vi
      .fn()
      .mockResolvedValueOnce(changed(200))
      .mockResolvedValueOnce({ ok: false, problem: 'unreachable' });
    const outcome = await importRows(rows(450), { send, onProgress: () => undefined, signal });
    expect(outcome).toMatchObject({ done: 200, report: { changed: 200 }, stopReason: expect.any(String) });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('contain the same rows when they are retried', async () => {
    const send = vi.fn().mockResolvedValueOnce(changed(200)).mockResolvedValue({ ok: false, problem: 'unreachable' });
    const all = rows(450);
    const options = { send, onProgress: () => undefined, signal };
    const { done, stopReason } = await importRows(all, options);
    expect(stopReason).not.toBeNull();
    await importRows(all.slice(done), options);
    const [, second, again] = send.mock.calls;
    expect(second?.[1]).toBe(200);
    expect(again).toEqual([second?.[0], 0]);
  });

  it('stop after the current batch when the import is cancelled', async () => {
    const controller = new AbortController();
    const send = vi.fn(async (sent: readonly unknown[]) => {
      controller.abort();
      return changed(sent.length);
    });
    const outcome = await importRows(rows(450), { send, onProgress: () => undefined, signal: controller.signal });
    expect(outcome).toMatchObject({ done: 200, stopReason: null });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
