import { useEffect, useRef, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import { addReports, importRows, reportInvalid } from './import-rows.ts';
import type { ImportReport } from './import-rows.ts';
import { isValidRow } from './plan-batches.ts';
import type { ValidRow } from './plan-batches.ts';
import type { CsvFile } from './read-product-csv.ts';

/** Maximum file size that a tablet parses in memory. */
const MAX_FILE_BYTES = 60_000_000;

/** A parsed file. */
interface ParsedFile {
  /** Id of this import, part of the idempotency keys of its calls. */
  readonly id: string;
  readonly name: string;
  /** Number of all rows, valid or not. */
  readonly count: number;
  readonly validRows: readonly ValidRow[];
  /** Report of the rows that are invalid before any call. */
  readonly invalidReport: ImportReport;
}

/** State of an import. */
export type ImportState =
  | { readonly step: 'idle'; readonly problem: string | null }
  | { readonly step: 'reading' }
  | { readonly step: 'checking' | 'importing'; readonly file: ParsedFile; readonly done: number }
  /** `stopReason`: why the import is incomplete; `done`: number of processed rows. */
  | {
      readonly step: 'checked' | 'imported';
      readonly file: ParsedFile;
      readonly report: ImportReport;
      readonly done: number;
      readonly stopReason: string | null;
    };

interface ProductImport {
  readonly state: ImportState;
  /** Parses a file and sends its rows as a dry run. */
  readonly check: (file: File) => void;
  /** Imports the checked rows, or continues where the dry run or the import stopped. */
  readonly start: () => void;
  /** Stops after the call in flight. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** Checks and imports a file of products. */
export function useImport(shop: ShopKey): ProductImport {
  const api = useAdminApi();
  const [state, setState] = useState<ImportState>({ step: 'idle', problem: null });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const send = async (
    file: ParsedFile,
    isDryRun: boolean,
    from: { done: number; report: ImportReport },
  ): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const step = isDryRun ? 'checking' : 'importing';
    setState({ step, file, done: from.done });
    const progress = await importRows(file.validRows.slice(from.done), {
      send: (rows, start) =>
        api.importProducts(shop, { rows: [...rows], dryRun: isDryRun }, `${file.id}-${from.done + start}`),
      onProgress: (done) => setState({ step, file, done: from.done + done }),
      signal: controller.signal,
    });
    const done = from.done + progress.done;
    if (isDryRun && controller.signal.aborted) return setState({ step: 'idle', problem: null });
    setState({
      step: isDryRun ? 'checked' : 'imported',
      file,
      report: addReports(from.report, progress.report),
      done,
      stopReason: progress.stopReason,
    });
  };

  const read = async (chosen: File): Promise<void> => {
    if (chosen.size > MAX_FILE_BYTES) {
      return setState({ step: 'idle', problem: adminTransferMessages.fileProblems['too-large'](MAX_FILE_BYTES) });
    }
    setState({ step: 'reading' });
    const [{ readProductCsv }, bytes] = await Promise.all([import('./read-product-csv.ts'), chosen.arrayBuffer()]);
    const csv = readProductCsv(bytes);
    if (!csv.ok) return setState({ step: 'idle', problem: describeProblem(csv) });
    const file: ParsedFile = {
      id: crypto.randomUUID(),
      name: chosen.name,
      count: csv.rows.length,
      validRows: csv.rows.filter(isValidRow),
      invalidReport: reportInvalid(csv.rows, csv.columns.length),
    };
    await send(file, true, { done: 0, report: file.invalidReport });
  };

  const fail = (): void => setState({ step: 'idle', problem: adminTransferMessages.callProblems['device-error'] });
  return {
    state,
    check: (file) => void read(file).catch(fail),
    start() {
      if (state.step !== 'checked' && state.step !== 'imported') return;
      const { file, report, done, stopReason } = state;
      const isDryRun = state.step === 'checked' && stopReason !== null;
      const from = isDryRun || state.step === 'imported' ? { done, report } : { done: 0, report: file.invalidReport };
      void send(file, isDryRun, from).catch(fail);
    },
    cancel: () => running.current.abort(),
    reset: () => setState({ step: 'idle', problem: null }),
  };
}

function describeProblem(csv: Extract<CsvFile, { ok: false }>): string {
  const { fileProblems } = adminTransferMessages;
  if (csv.problem === 'twice-named') return fileProblems['twice-named'](csv.name);
  if (csv.problem === 'unreadable') return fileProblems.unreadable(csv.line);
  return fileProblems[csv.problem];
}
