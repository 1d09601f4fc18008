import { useEffect, useRef, useState } from 'react';
import type { FileFault } from '#contract/import/file-problems.ts';
import { knownColumns, unknownColumns } from '#contract/import/known-columns.ts';
import type { ReadRow } from '#contract/import/source-row.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { addReports } from './import-report.ts';
import type { ImportReport } from './import-report.ts';
import { importRows, isReadRow, reportUnsent } from './import-rows.ts';
import { KeyLedger } from './key-ledger.ts';

/** Maximum file size that a tablet parses in memory. */
const MAX_FILE_BYTES = 60_000_000;

/** A parsed file. */
interface ParsedFile {
  /** Id of this import, part of the idempotency keys of its calls. */
  readonly id: string;
  readonly name: string;
  /** Number of all rows that are not blank, valid or not. */
  readonly count: number;
  readonly validRows: readonly ReadRow[];
  /** Report of the rows that are invalid before any call. */
  readonly unsentReport: ImportReport;
  /** Whether the administrator has said that the file's ids are those of the shop. */
  readonly idsMatch: boolean;
  /** What is wrong with the whole file: it breaks off, or has columns that the shop has not. */
  readonly warnings: readonly string[];
}

/** How far a run has come, and what it has found. */
interface Run {
  readonly done: number;
  readonly report: ImportReport;
  readonly keys: KeyLedger;
}

/** State of an import. */
export type ImportState =
  | { readonly step: 'idle'; readonly problem: string | null }
  | { readonly step: 'reading' }
  | { readonly step: 'checking' | 'importing'; readonly file: ParsedFile; readonly done: number }
  /** `stopReason`: why the import is incomplete; `done`: number of processed rows. */
  | (Run & { readonly step: 'checked' | 'imported'; readonly file: ParsedFile; readonly stopReason: string | null });

interface ProductImport {
  readonly state: ImportState;
  /** Parses a file and sends its rows as a dry run. */
  readonly check: (file: File) => void;
  /** Repeats the dry run with another answer to whether the file's ids are those of the shop. */
  readonly matchIds: (idsMatch: boolean) => void;
  /** Imports the checked rows, or continues where the dry run or the import stopped. */
  readonly start: () => void;
  /** Stops after the call in flight. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** Checks and imports a file of products. */
export function useImport(shop: ShopKey): ProductImport {
  const calls = useAdminCalls();
  const [state, setState] = useState<ImportState>({ step: 'idle', problem: null });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const send = async (file: ParsedFile, isDryRun: boolean, from: Run = begin(file)): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const step = isDryRun ? 'checking' : 'importing';
    setState({ step, file, done: from.done });
    const options = { dryRun: isDryRun, ...(file.idsMatch && { matchIds: true }) };
    const progress = await importRows(file.validRows.slice(from.done), {
      send: (rows, start) =>
        calls.importProducts(
          { query: { shop }, body: { rows: [...rows], ...options } },
          { idempotencyKey: `${file.id}-${from.done + start}` },
        ),
      keys: from.keys,
      onProgress: (done) => setState({ step, file, done: from.done + done }),
      signal: controller.signal,
    });
    if (isDryRun && controller.signal.aborted) return setState({ step: 'idle', problem: null });
    setState({
      step: isDryRun ? 'checked' : 'imported',
      file,
      report: addReports(from.report, progress.report),
      keys: from.keys,
      done: from.done + progress.done,
      stopReason: progress.stopReason,
    });
  };

  const read = async (chosen: File): Promise<void> => {
    if (chosen.size > MAX_FILE_BYTES)
      return setState({ step: 'idle', problem: adminTransferMessages.tooLarge(MAX_FILE_BYTES) });
    setState({ step: 'reading' });
    const { readFile } = await import('./read-file.ts');
    const { columns, rows, fault } = await readFile(chosen);
    const count = rows.filter((row) => !('isBlank' in row)).length;
    if (fault && count === 0) return setState({ step: 'idle', problem: describeFault(fault) });
    const { offer } = getShop(shop);
    const unknown = unknownColumns(offer, columns);
    const file: ParsedFile = {
      id: crypto.randomUUID(),
      name: chosen.name,
      count,
      validRows: rows.filter(isReadRow),
      unsentReport: reportUnsent(rows),
      idsMatch: false,
      warnings: [
        ...(fault ? [`${describeFault(fault)} ${adminTransferMessages.readBefore}`] : []),
        ...(unknown.length > 0 ? [adminTransferMessages.unknownColumns(unknown, knownColumns(offer))] : []),
      ],
    };
    await send(file, true);
  };

  const fail = (): void => setState({ step: 'idle', problem: adminTransferMessages.callProblems['device-error'] });
  return {
    state,
    check: (file) => void read(file).catch(fail),
    matchIds(idsMatch) {
      if (state.step === 'checked') void send({ ...state.file, idsMatch }, true).catch(fail);
    },
    start() {
      if (state.step !== 'checked' && state.step !== 'imported') return;
      const { file, stopReason } = state;
      const isDryRun = state.step === 'checked' && stopReason !== null;
      const from = isDryRun || state.step === 'imported' ? state : undefined;
      void send(file, isDryRun, from).catch(fail);
    },
    cancel: () => running.current.abort(),
    reset: () => setState({ step: 'idle', problem: null }),
  };
}

const begin = ({ unsentReport }: ParsedFile): Run => ({ done: 0, report: unsentReport, keys: new KeyLedger() });

const describeFault = ({ problem, place }: FileFault): string => adminTransferMessages.fileProblems[problem](place);
