import { useEffect, useRef, useState } from 'react';
import { findHeaderBelow } from '#transfer/foreign/file-columns.ts';
import { OWN_FORMAT, proposeMapping, shapeOf } from '#transfer/foreign/mapping.ts';
import type { Mapping } from '#transfer/foreign/mapping.ts';
import { mapRows } from '#transfer/foreign/row-mapper.ts';
import { fileError } from '#transfer/file-problems.ts';
import type { FileFault } from '#transfer/file-problems.ts';
import { namesOldAddresses, readRedirectRow } from '#transfer/redirect-rows.ts';
import type { ReadRow, SourceRow } from '#transfer/source-row.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { importMappings } from './import-mappings.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { addReports } from './import-report.ts';
import type { ImportReport } from './import-report.ts';
import { importRows, isReadRow, reportUnsent } from './import-rows.ts';
import { KeyLedger } from './key-ledger.ts';
import type { ReadFile } from './read-file.ts';

/** Maximum file size that a tablet parses in memory. */
const MAX_FILE_BYTES = 60_000_000;

/** A file as it was read. */
interface SourceFile extends ReadFile {
  readonly name: string;
  /** Number of rows that are not blank. */
  readonly count: number;
}

/** A file whose rows have our columns. */
interface ParsedFile {
  readonly source: SourceFile;
  /** The mapping of its columns; undefined for a file that already has our columns or lists old addresses. */
  readonly mapping: Mapping | undefined;
  /** Id of this import, part of the idempotency keys of its calls. */
  readonly id: string;
  readonly validRows: readonly ReadRow[];
  /** Report of the rows that are not sent, because they are blank or invalid. */
  readonly unsentReport: ImportReport;
  /** Whether the administrator has said that the file's ids are those of the shop. */
  readonly idsMatch: boolean;
  /** Problems of the whole file, such as a missing end. */
  readonly warnings: readonly string[];
  /** Whether the file lists old addresses to redirect instead of products. */
  readonly areOldAddresses: boolean;
}

/** Progress and report of a dry run or an import. */
interface Run {
  readonly done: number;
  readonly report: ImportReport;
  readonly keys: KeyLedger;
}

/** State of an import. */
export type ImportState =
  | { readonly step: 'idle'; readonly problem: string | null }
  | { readonly step: 'reading' }
  /** `isRemembered`: the mapping is that of an earlier file with the same columns. */
  | { readonly step: 'mapping'; readonly source: SourceFile; readonly mapping: Mapping; readonly isRemembered: boolean }
  | { readonly step: 'checking' | 'importing'; readonly file: ParsedFile; readonly done: number }
  /** `stopReason`: why not all rows were processed, null if they were or the person canceled; `done`: number of processed rows. */
  | (Run & { readonly step: 'checked' | 'imported'; readonly file: ParsedFile; readonly stopReason: string | null });

interface ProductImport {
  readonly state: ImportState;
  /** Reads a file; one with our own columns or of old addresses is sent as a dry run, any other first needs a mapping of its columns. */
  readonly check: (file: File) => void;
  /** Changes the mapping of the columns. */
  readonly map: (mapping: Mapping) => void;
  /** Sends the rows as a dry run, by the mapping of the columns, and remembers the mapping. */
  readonly confirm: () => void;
  /** Returns from the dry run to the mapping of the columns. */
  readonly changeMapping: () => void;
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
        file.areOldAddresses
          ? calls.importRedirects({ query: { shop }, body: { rows: [...rows], dryRun: isDryRun } })
          : calls.importProducts(
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
    const file = await readFile(chosen);
    const count = file.rows.filter((row) => !('isBlank' in row)).length;
    const { offer } = getShop(shop);
    const isList = namesOldAddresses(file.columns.map(({ name }) => name));
    const headerRow = isList ? undefined : findHeaderBelow(offer, file.columns, file.rows);
    const fault = headerRow === undefined ? file.fault : fileError('headerBelow', { row: headerRow }).fault;
    if (fault && (count === 0 || headerRow !== undefined)) {
      return setState({ step: 'idle', problem: describeFault(fault) });
    }
    const source: SourceFile = { ...file, name: chosen.name, count };
    const names = file.columns.map(({ name }) => name);
    if (isList) return send(parse(source, undefined), true);
    const proposed = proposeMapping(offer, names);
    if (proposed.format === OWN_FORMAT && Object.keys(proposed.columns).length === 0) {
      return send(parse(source, undefined), true);
    }
    const remembered = importMappings.find(shapeKey(names));
    setState({ step: 'mapping', source, mapping: remembered ?? proposed, isRemembered: remembered !== undefined });
  };

  const shapeKey = (names: readonly string[]): string => `${getShop(shop).offer} ${shapeOf(names)}`;

  const parse = (source: SourceFile, mapping: Mapping | undefined): ParsedFile => {
    const areOldAddresses = namesOldAddresses(source.columns.map(({ name }) => name));
    const own = areOldAddresses ? source.rows.map(toRedirectRow) : source.rows;
    const rows = mapping ? mapRows(source.rows, mapping, getShop(shop).offer) : own;
    const { fault } = source;
    return {
      id: crypto.randomUUID(),
      source,
      mapping,
      validRows: rows.filter(isReadRow),
      unsentReport: reportUnsent(rows),
      idsMatch: false,
      areOldAddresses,
      warnings: fault ? [`${describeFault(fault)} ${adminTransferMessages.readBefore}`] : [],
    };
  };

  const fail = (): void => setState({ step: 'idle', problem: adminTransferMessages.callProblems['device-error'] });
  return {
    state,
    check: (file) => void read(file).catch(fail),
    map(mapping) {
      if (state.step === 'mapping') setState({ ...state, mapping });
    },
    confirm() {
      if (state.step !== 'mapping') return;
      const { source, mapping } = state;
      importMappings.keep(shapeKey(source.columns.map(({ name }) => name)), mapping);
      void send(parse(source, mapping), true).catch(fail);
    },
    changeMapping() {
      if (state.step !== 'checked' || !state.file.mapping) return;
      const { source, mapping } = state.file;
      setState({ step: 'mapping', source, mapping, isRemembered: true });
    },
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

const toRedirectRow = (row: SourceRow): SourceRow =>
  'fields' in row ? { ...row, fields: readRedirectRow(row.fields) } : row;

const begin = ({ unsentReport }: ParsedFile): Run => ({ done: 0, report: unsentReport, keys: new KeyLedger() });

export const describeFault = ({ problem, place }: FileFault): string =>
  adminTransferMessages.fileProblems[problem](place);
