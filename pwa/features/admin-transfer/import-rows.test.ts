import { describe, expect, it, vi } from 'vitest';
import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import type { ReadRow } from '#transfer/source-row.ts';
import type { ImportResult } from '#contract/products/admin-product.ts';
import { importRows, reportUnsent } from './import-rows.ts';
import { EMPTY_REPORT } from './import-report.ts';
import { KeyLedger } from './key-ledger.ts';
import { planBatches } from './plan-batches.ts';

const row = (number: number, fields: ReadRow['fields'] = { id: number }): ReadRow => ({
  row: number,
  line: number + 1,
  fields,
});
const rows = (count: number): ReadRow[] => Array.from({ length: count }, (_, index) => row(index + 1));
const ok = (results: ImportResult[]) => ({ ok: true as const, value: { results } });
const changed = (count: number) => ok(Array.from({ length: count }, () => ({ outcome: 'changed' as const })));
const signal = new AbortController().signal;

describe('the batches of an import', () => {
  it('contain up to the maximum number of rows, in their order', () => {
    expect(planBatches(rows(450)).map((batch) => batch.length)).toEqual([MAX_IMPORT_ROWS, MAX_IMPORT_ROWS, 50]);
    expect(planBatches(rows(450)).flat()).toEqual(rows(450));
    expect(planBatches([])).toEqual([]);
  });

  it('are limited by length; a row above the limit is a batch of its own', () => {
    const long = (number: number, characters: number): ReadRow => row(number, { description: 'x'.repeat(characters) });
    const batches = planBatches([long(1, 600_000), long(2, 600_000), long(3, 10), long(4, 2_000_000), long(5, 10)]);
    expect(batches.map((batch) => batch.map(({ row: number }) => number))).toEqual([[1], [2, 3], [4], [5]]);
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
    expect(await importRows(rows(250), { send, keys: new KeyLedger(), onProgress, signal })).toEqual({
      done: 250,
      stopReason: null,
      report: {
        ...EMPTY_REPORT,
        added: 248,
        rejected: 2,
        rejectedRows: [
          { row: 2, line: 3, field: 'price', reason: 'must be dollars' },
          { row: 202, line: 203, field: 'price', reason: 'must be dollars' },
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
    const outcome = await importRows(rows(450), { send, keys: new KeyLedger(), onProgress: () => undefined, signal });
    expect(outcome).toMatchObject({ done: 200, report: { changed: 200 }, stopReason: expect.any(String) });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('contain the same rows when they are retried', async () => {
    const send = vi.fn().mockResolvedValueOnce(changed(200)).mockResolvedValue({ ok: false, problem: 'unreachable' });
    const all = rows(450);
    const options = { send, keys: new KeyLedger(), onProgress: () => undefined, signal };
    const { done, stopReason } = await importRows(all, options);
    expect(stopReason).not.toBeNull();
    await importRows(all.slice(done), options);
    const [, second, again] = send.mock.calls;
    expect(second?.[1]).toBe(200);
    expect(again).toEqual([second?.[0], 0]);
  });

  it('stop after the current batch when the import is canceled', async () => {
    const controller = new AbortController();
    const send = vi.fn(async (sent: readonly unknown[]) => {
      controller.abort();
      return changed(sent.length);
    });
    const outcome = await importRows(rows(450), {
      send,
      keys: new KeyLedger(),
      onProgress: () => undefined,
      signal: controller.signal,
    });
    expect(outcome).toMatchObject({ done: 200, stopReason: null });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('a report of an import', () => {
  const report = async (sent: readonly ReadRow[], results: readonly ImportResult[]) => {
    const send = vi.fn(async (batch: readonly unknown[]) => ok(results.slice(0, batch.length)));
    const outcome = await importRows(sent, { send, keys: new KeyLedger(), onProgress: () => undefined, signal });
    return outcome.report;
  };

  it('has the changes of each row, before and after, and the notes', async () => {
    const changes = [{ field: 'price', before: '10', after: '12' }];
    const notes = [{ field: 'rate', value: '4.5', reason: 'is rounded: ratings are whole stars' }];
    expect(await report([row(1)], [{ outcome: 'changed', id: 7, title: 'Fan', changes, notes }])).toEqual({
      ...EMPTY_REPORT,
      changed: 1,
      changedRows: [{ row: 1, line: 2, id: 7, title: 'Fan', changes }],
      notes: [{ row: 1, line: 2, field: 'rate', reason: 'is rounded: ratings are whole stars' }],
    });
  });

  it('has all problems of a row, and counts it once', async () => {
    const problems = [
      { field: 'price', reason: 'must not be below 0' },
      { field: 'link', reason: 'must be an http or https address' },
    ];
    const { rejected, rejectedRows } = await report([row(1)], [{ outcome: 'rejected', ...problems[0], problems }]);
    expect([rejected, rejectedRows.map(({ field }) => field)]).toEqual([1, ['price', 'link']]);
  });

  it('names a repeated row by its number in the file, not in the call', async () => {
    const sent = [row(5), row(9)];
    const repeated = { outcome: 'rejected', reason: 'repeats the key of row 1', repeats: 1 } as const;
    expect((await report(sent, [{ outcome: 'added' }, repeated])).rejectedRows).toEqual([
      { row: 9, line: 10, field: '', reason: 'repeats the key of row 5: only the first row with a key is imported' },
    ]);
  });

  it('counts rows whose id belongs to a product with another title, and names that title', async () => {
    const foreign = {
      outcome: 'rejected',
      field: 'id',
      reason: 'is the number of a product with another title',
    } as const;
    expect(await report([row(1)], [{ ...foreign, title: 'Fan' }])).toMatchObject({
      foreignIds: 1,
      rejectedRows: [{ field: 'id', reason: 'is the number of a product with another title: “Fan”' }],
    });
  });

  it('counts the rows that are not sent: blank ones and those that the reader rejects', () => {
    expect(
      reportUnsent([row(1), { row: 2, isBlank: true }, { row: 3, line: 4, problem: 'is not valid JSON' }]),
    ).toEqual({
      ...EMPTY_REPORT,
      blank: 1,
      rejected: 1,
      rejectedRows: [{ row: 3, line: 4, field: '', reason: 'is not valid JSON' }],
    });
  });
});

describe('rows with the same key', () => {
  it('are found across the calls of a file, once the server has accepted the first such row', async () => {
    const many = [
      row(1, { external_id: 'A' }),
      row(2, { external_id: 3 }),
      ...Array.from({ length: MAX_IMPORT_ROWS - 2 }, (_, index) => row(index + 3, { title: 'x' })),
      row(301, { external_id: ' A ' }),
      row(302, { external_id: '3' }),
      row(303, { id: '7.0' }),
      row(304, { external_id: 'B' }),
    ];
    const send = vi.fn(async (batch: readonly ReadRow['fields'][]) =>
      ok(
        batch.map(({ external_id }): ImportResult =>
          external_id === 3 ? { outcome: 'rejected', reason: 'is bad' } : { outcome: 'changed', id: 7 },
        ),
      ),
    );
    const { report } = await importRows(many, { send, keys: new KeyLedger(), onProgress: () => undefined, signal });
    // Row 2 was rejected, so row 302 with the same key is sent. Ids in the results are keys, too: row 303 repeats id 7.
    expect(send.mock.calls[1]?.[0]).toEqual([{ external_id: '3' }, { external_id: 'B' }]);
    expect(report.rejectedRows.map(({ row: number }) => number)).toEqual([2, 301, 303]);
  });
});
