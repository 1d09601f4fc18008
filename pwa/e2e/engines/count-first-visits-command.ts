import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, EngineBrowser } from './engine.ts';
import { ENGINES } from './engines.ts';
import { hasController } from './page-steps.ts';
import { removeProfile } from './remove-profile.ts';
import { startStoppableShop } from './stoppable-shop.ts';

/**
 * Counts on how many first visits a service worker controls the page, each on a fresh profile, and on how many second visits:
 * `node pwa/e2e/engines/count-first-visits-command.ts WebKit 200` after a build.
 */
const [name = 'WebKit', count = '50'] = process.argv.slice(2);
const engine = ENGINES.find((known) => known.name === name);
if (!engine || 'missing' in engine) throw new Error(`${name} is not here: ${engine?.missing ?? 'unknown engine'}`);

const CONTROL_TIMEOUT_MS = 30_000;

type StartableEngine = Exclude<Engine, { readonly missing: string }>;

/** Times of the two visits of one profile; undefined where no service worker controlled the page in time. */
interface Visit {
  readonly firstMs: number | undefined;
  readonly secondMs: number | undefined;
}

const shop = await startStoppableShop();
const visits: Visit[] = [];
try {
  for (let number = 1; number <= Number(count); number += 1) {
    const visit = await visitOnce(engine, shop.url);
    visits.push(visit);
    console.log(`${number}: first ${visit.firstMs ?? 'none'} ms, second ${visit.secondMs ?? 'none'} ms`);
  }
} finally {
  await shop.remove();
}
const firsts = visits.flatMap(({ firstMs }) => firstMs ?? []).sort((left, right) => left - right);
const seconds = visits.filter(({ secondMs }) => secondMs !== undefined);
console.log(
  `${name}: ${firsts.length} of ${visits.length} first visits got a controlling worker ` +
    `(median ${firsts[Math.floor(firsts.length / 2)]} ms, slowest ${firsts.at(-1)} ms), ${seconds.length} second visits had one`,
);

async function visitOnce({ start }: StartableEngine, url: string): Promise<Visit> {
  const profile = await mkdtemp(join(tmpdir(), 'hexlime-visit-'));
  const browser = await start(profile);
  try {
    const firstMs = await timeUntilControlled(browser, url);
    return { firstMs, secondMs: await timeUntilControlled(browser, url) };
  } finally {
    await browser.quit();
    await removeProfile(profile);
  }
}

/** Opens a page and returns how long it took until a service worker controlled it. */
async function timeUntilControlled(browser: EngineBrowser, url: string): Promise<number | undefined> {
  const startMs = performance.now();
  await browser.goto(url);
  while (performance.now() - startMs < CONTROL_TIMEOUT_MS) {
    if (await hasController(browser)) return Math.round(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}
