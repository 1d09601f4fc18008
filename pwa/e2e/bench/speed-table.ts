import { loadavg } from 'node:os';
import type { RunFigures } from './browser-runs.ts';
import type { WriteFigures } from './outbox-bench.ts';
import { formatBytes, formatMs, formatTable, median } from './statistics.ts';

/** One candidate's figures of all rounds. */
export interface CandidateRuns {
  readonly runs: RunFigures[];
  readonly writes: WriteFigures[];
  /** From navigation to 25 cards drawn by the shop itself, whose document the service worker serves. */
  readonly shops: { readonly ms: number; readonly hangingMs: number }[];
}

export type Candidate = 'hexlime' | 'rows' | 'limit';

type Runs = Readonly<Record<Candidate, CandidateRuns>>;

export const createRuns = (): Runs => ({
  hexlime: { runs: [], writes: [], shops: [] },
  rows: { runs: [], writes: [], shops: [] },
  limit: { runs: [], writes: [], shops: [] },
});

type Read = (candidate: CandidateRuns) => readonly (number | undefined)[];

const figure =
  (name: keyof RunFigures): Read =>
  ({ runs }) =>
    runs.map((run) => run[name]);
const write =
  (name: keyof WriteFigures): Read =>
  ({ writes }) =>
    writes.map((times) => times[name]);

const formatWith =
  (format: (value: number) => string) =>
  (values: readonly number[]): string =>
    values.length === 0 ? '-' : format(median(values));
const bytes = formatWith(formatBytes);
const count = formatWith(String);

const ROWS: readonly (readonly [label: string, read: Read, format: (values: readonly number[]) => string])[] = [
  ['B7 first sync, navigation until everything is stored', figure('syncMs'), formatMs],
  ['requests', figure('syncRequests'), count],
  ['B8 bytes on the wire', figure('syncBytes'), bytes],
  ['first category usable, from navigation', figure('cardsMs'), formatMs],
  ['B9 diff of 100 + 10, to the database', figure('diffMs'), formatMs],
  ['requests', figure('diffRequests'), count],
  ['bytes on the wire', figure('diffBytes'), bytes],
  ['B11 navigation in a new browser process to 25 from disk', figure('coldMs'), formatMs],
  ['the same, drawn by the whole shop', ({ shops }) => shops.map(({ ms }) => ms), formatMs],
  ['the same, while requests hang', ({ shops }) => shops.map(({ hangingMs }) => hangingMs), formatMs],
  ['B15 100 single writes, durable', write('localMs'), formatMs],
  ['until the server has acknowledged them', write('serverMs'), formatMs],
  ['requests', write('requests'), count],
  ['as many bare puts, strictly durable', write('bareMs'), formatMs],
  ['transactions of the page', write('transactions'), count],
  ['longest main-thread task (0: under 50 ms)', figure('longestTaskMs'), formatMs],
  ['B14 storage used', figure('storageBytes'), bytes],
  ['first search, with way to the page', figure('firstSearchMs'), formatMs],
  ['later searches, with way to the page', figure('laterSearchMs'), formatMs],
];

/** Formats the figures that a person waits for, with the load of the machine. */
export function formatSpeedTable(candidates: Runs): string {
  const values = (candidate: Candidate, read: Read): number[] =>
    read(candidates[candidate]).filter((value) => value !== undefined);
  const ratio = (other: Candidate, read: Read): string => {
    const value = median(values(other, read)) / median(values('hexlime', read));
    return Number.isFinite(value) ? `${value.toFixed(2)} x` : '';
  };
  const rows = ROWS.map(([label, read, format]) => [
    label,
    format(values('hexlime', read)),
    format(values('rows', read)),
    ratio('rows', read),
    format(values('limit', read)),
    ratio('limit', read),
  ]);
  const heading = `median (lowest-highest), load ${formatLoad()}`;
  const columns = ['Hexlime', 'rows in Dexie', 'rows / Hexlime', 'limit', 'limit / Hexlime'];
  return formatTable([heading, ...columns], rows);
}

/** Formats the load averages of the last 1, 5 and 15 minutes. */
export const formatLoad = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
