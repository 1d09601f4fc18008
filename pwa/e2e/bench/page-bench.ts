/**
 * `npm run bench:page`: what a visitor with a slow phone waits for (B2 to B5), on the demo catalogue in real Chromium. Prints a table;
 * asserts nothing: figures compare within one run on one machine only. Options: --rounds N, --url of a running server.
 */
import { parseArgs } from 'node:util';
import { seedWhenEmpty } from '#api/seed/seed.ts';
import { buildInProcess } from '#api/catalog/snapshot/build-in-process.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { SHOPS } from '#contract/shops.ts';
import { PAGE_DIR } from '../support/fixtures.ts';
import { runOfflineVisit, runSlowFirstVisit, runTaps, runTyping } from './page-runs.ts';
import type { PageFigures, TapFigures } from './page-runs.ts';
import { formatBytes, formatMs, formatTable, median } from './statistics.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, url: { type: 'string' } },
});
const rounds = Number(options.rounds);
const LIST_PATH = '/smartshop';

const app =
  options.url === undefined
    ? await startTestApp({ env: { PAGE_DIR, DEMO: '1' }, buildSnapshots: buildInProcess })
    : undefined;
if (app) await (await seedWhenEmpty(app.context)).finish();
const url = options.url ?? app?.url ?? '';
try {
  const documents = await Promise.all(SHOPS.map(({ path }) => measureDocument(path)));
  const first: PageFigures[] = [];
  const offline: PageFigures[] = [];
  const offlineSlow: PageFigures[] = [];
  const taps: TapFigures[] = [];
  const typing: number[] = [];
  for (let round = 0; round < rounds; round++) {
    first.push(await runSlowFirstVisit(url, LIST_PATH));
    offline.push(await runOfflineVisit(url, LIST_PATH, 1));
    offlineSlow.push(await runOfflineVisit(url, LIST_PATH, 4));
    taps.push(await runTaps(url, LIST_PATH));
    typing.push(await runTyping(url, LIST_PATH, 'lamp'));
    console.log(`round ${round + 1} of ${rounds}`);
  }
  const rowOf = (name: string, runs: readonly PageFigures[]): string[] => [
    name,
    formatMs(runs.map((run) => run.firstPaintMs)),
    formatMs(runs.map((run) => run.largestPaintMs)),
    formatMs(runs.map((run) => run.blockedMs)),
    median(runs.map((run) => run.shift)).toFixed(4),
  ];
  console.log(`\nB2 documents: ${documents.join(', ')}\n`);
  console.log(
    formatTable(
      ['', 'first paint', 'largest paint', 'blocked', 'shift'],
      [
        rowOf('B3 first visit, slow 4G, 4x', first),
        rowOf('B4 repeat visit offline, 1x', offline),
        rowOf('B4 repeat visit offline, 4x', offlineSlow),
      ],
    ),
  );
  console.log(
    `\nB5 input to next frame at 4x: product ${formatMs(taps.map((run) => run.openProduct))}, typing ${formatMs(typing)}, sort ${formatMs(taps.map((run) => run.sort))}`,
  );
} finally {
  await app?.stop();
}

/** Measures a shop's document on the wire. Node's fetch decompresses, so the length is read from the header. */
async function measureDocument(path: string): Promise<string> {
  const reply = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
  const bytes = Number(reply.headers.get('content-length'));
  await reply.arrayBuffer();
  return `${path} ${formatBytes(bytes)}`;
}
