/**
 * `npm run bench:device`: what a device needs for catalogues of several sizes, in real Chromium: first visit, start from disk, searches and the
 * memory of its tabs. Prints one table; asserts nothing. Options: --rows 6678,66778,667780, --rounds N.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { buildInProcess } from '#api/catalog/snapshot/build-in-process.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { FULL_ROWS, readDataset, repeatRows } from '../support/shops/dataset.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import { startBenchProxy } from './bench-proxy.ts';
import { behindLine, runFirstVisit } from './browser-runs.ts';
import { buildPage } from './build-page.ts';
import { runDevice, runFirstList } from './device-runs.ts';
import { completeRows, fillShop } from './fill-shop.ts';
import { formatLoad } from './speed-table.ts';
import { formatBytes, formatMs, formatTable } from './statistics.ts';

const FIRST_VISIT_PATH = '/pcshop?main=Components&category=Video%20Card';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: `6678,${FULL_ROWS},${FULL_ROWS * 10}` },
    rounds: { type: 'string', default: '3' },
  },
});
const rounds = Number(options.rounds);

const folder = await mkdtemp(join(tmpdir(), 'hexlime-bench-'));
try {
  await buildPage(folder);
  const lines: string[][] = [];
  for (const size of options.rows.split(',')) lines.push(await measure(Number(size)));
  const headings = [
    'first cards, slow line',
    'category usable',
    'on a poor line',
    'all stored',
    '25 from disk',
    'first search',
    'later ones',
  ];
  console.log(`\n${formatTable(['products', ...headings, 'memory, one tab', 'two tabs'], lines)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Measures a catalogue of one size; returns its line of the table. */
async function measure(size: number): Promise<string[]> {
  const app = await startTestApp({ env: { PAGE_DIR, DEMO: '0' }, buildSnapshots: buildInProcess });
  const proxy = await startBenchProxy(app.url, folder);
  try {
    await fillShop(app, completeRows(repeatRows(readDataset(Math.min(size, FULL_ROWS)).rows, size)));
    console.log(`${size} products; ${rounds} rounds; load ${formatLoad()}`);
    const category = {
      ...EMPTY_BROWSE_STATE,
      mainCategory: 'Components',
      category: 'Video Card',
      sort: 'priceAsc',
    } as const;
    const firstVisitMs: number[] = [];
    const usableMs: number[] = [];
    const poorUsableMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      firstVisitMs.push(await behindLine(app.url, 'poor', (url) => runFirstVisit(url + FIRST_VISIT_PATH)));
      usableMs.push(await runFirstList(proxy, { category }));
      poorUsableMs.push(await behindLine(proxy.url, 'poor', (url) => runFirstList({ ...proxy, url }, { category })));
    }
    const { syncMs, memoryBytes, ...times } = await runDevice(
      proxy,
      {
        category,
        searches: ['corsair', 'vengeance rgb 32', 'a', 'no such thing', 'rtx 40', 'geforce'],
        change: async () => Promise.reject(new Error('nothing changes here')),
      },
      rounds,
    );
    return [
      String(size),
      formatMs(firstVisitMs),
      formatMs(usableMs),
      formatMs(poorUsableMs),
      formatMs([syncMs]),
      ...[times.coldMs, times.firstSearchMs, times.laterSearchMs].map((ms) => formatMs(ms)),
      ...Object.values(memoryBytes).map((bytes) => formatBytes(bytes)),
    ];
  } finally {
    await proxy.stop();
    await app.stop();
  }
}
