import { useEffect, useRef, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import { addReports, importRows, reportInvalid } from './import-rows.ts';
import type { ImportReport } from './import-rows.ts';
import { isValidRow } from './plan-batches.ts';
import type { ValidRow } from './plan-batches.ts';
import type { CsvFile } from './read-product-csv.ts';

/** What a tablet reads and keeps without trouble. */
const MAX_FILE_BYTES = 60_000_000;

/** A file that was read. */
interface ReadFile {
  /** Of this import: its calls are known by it when they come again. */
  readonly id: string;
  readonly name: string;
  /** Of all rows, sound or not. */
  readonly count: number;
  readonly sound: readonly ValidRow[];
  /** What is wrong with rows before anybody is asked. */
  readonly unsound: ImportReport;
}

/** How far an import has come. */
export type ImportState =
  | { readonly step: 'idle'; readonly problem: string | null }
  | { readonly step: 'reading' }
  | { readonly step: 'checking' | 'importing'; readonly file: ReadFile; readonly done: number }
  /** `stop`: why it did not come to its end; `done` rows are behind it. */
  | {
      readonly step: 'checked' | 'imported';
      readonly file: ReadFile;
      readonly report: ImportReport;
      readonly done: number;
      readonly stop: string | null;
    };

export interface UsedImport {
  readonly state: ImportState;
  /** Reads a file, and asks the server what would become of its rows. */
  readonly check: (file: File) => void;
  /** Imports what was checked, or goes on where it stopped. */
  readonly start: () => void;
  /** Stops after the call that is on its way. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** Reads a file of products, says what it would do, and does it. */
export function useImport(shop: ShopKey): UsedImport {
  const api = useAdminApi();
  const [state, setState] = useState<ImportState>({ step: 'idle', problem: null });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);

  const send = async (
    file: ReadFile,
    isDryRun: boolean,
    from: { done: number; report: ImportReport },
  ): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const step = isDryRun ? 'checking' : 'importing';
    setState({ step, file, done: from.done });
    const outcome = await importRows(file.sound.slice(from.done), {
      send: (rows, start) =>
        api.importProducts(shop, { rows: [...rows], dryRun: isDryRun }, `${file.id}-${from.done + start}`),
      onProgress: (done) => setState({ step, file, done: from.done + done }),
      signal: controller.signal,
    });
    const done = from.done + outcome.done;
    if (isDryRun && controller.signal.aborted) return setState({ step: 'idle', problem: null });
    setState({
      step: isDryRun ? 'checked' : 'imported',
      file,
      report: addReports(from.report, outcome.report),
      done,
      stop: outcome.stop,
    });
  };

  const read = async (chosen: File): Promise<void> => {
    if (chosen.size > MAX_FILE_BYTES) {
      return setState({ step: 'idle', problem: adminTransferMessages.fileProblems['too-large'](MAX_FILE_BYTES) });
    }
    setState({ step: 'reading' });
    const [{ readProductCsv }, bytes] = await Promise.all([import('./read-product-csv.ts'), chosen.arrayBuffer()]);
    const csv = readProductCsv(bytes);
    if (!csv.ok) return setState({ step: 'idle', problem: describe(csv) });
    const file: ReadFile = {
      id: crypto.randomUUID(),
      name: chosen.name,
      count: csv.rows.length,
      sound: csv.rows.filter(isValidRow),
      unsound: reportInvalid(csv.rows, csv.columns.length),
    };
    await send(file, true, { done: 0, report: file.unsound });
  };

  const fail = (): void => setState({ step: 'idle', problem: adminTransferMessages.callProblems['device-error'] });
  return {
    state,
    check: (file) => void read(file).catch(fail),
    start() {
      if (state.step !== 'checked' && state.step !== 'imported') return;
      const { file, report, done, stop } = state;
      const isAgain = state.step === 'checked' && stop !== null;
      const from = isAgain || state.step === 'imported' ? { done, report } : { done: 0, report: file.unsound };
      void send(file, isAgain, from).catch(fail);
    },
    cancel: () => running.current.abort(),
    reset: () => setState({ step: 'idle', problem: null }),
  };
}

function describe(csv: Extract<CsvFile, { ok: false }>): string {
  const { fileProblems } = adminTransferMessages;
  if (csv.problem === 'twice-named') return fileProblems['twice-named'](csv.name);
  if (csv.problem === 'unreadable') return fileProblems.unreadable(csv.line);
  return fileProblems[csv.problem];
}
