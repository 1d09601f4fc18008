import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShopServer } from '../support/fixtures.ts';
import { ENGINES } from './engines.ts';
import { probeFeatures } from './features.ts';
import type { Features } from './features.ts';
import { waitUntilOfflineReady } from './page-steps.ts';
import { removeProfile } from './remove-profile.ts';

/** Prints the features of this machine's engines as a table, for README.md: `node pwa/e2e/engines/print-features.ts`. */
const app = await startShopServer();
const columns: { readonly title: string; readonly features: Features }[] = [];
try {
  for (const engine of ENGINES) {
    if ('missing' in engine) {
      console.error(`${engine.name} is not here: ${engine.missing}`);
      continue;
    }
    const profile = await mkdtemp(join(tmpdir(), 'hexlime-engine-'));
    const browser = await engine.start(profile);
    try {
      await browser.goto(app.url);
      await waitUntilOfflineReady(browser);
      columns.push({ title: browser.version, features: await browser.evaluate(probeFeatures) });
    } finally {
      await browser.quit();
      await removeProfile(profile);
    }
  }
} finally {
  await app.stop();
}

const say = (value: boolean | string | undefined): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '?');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
console.log(row(['Feature', ...columns.map(({ title }) => title)]));
console.log(row(['---', ...columns.map(() => '---')]));
for (const name of Object.keys(columns[0]?.features ?? {}))
  console.log(row([name, ...columns.map(({ features }) => say(features[name]))]));
