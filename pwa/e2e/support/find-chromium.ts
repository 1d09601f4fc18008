import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Names under which systems install a Chromium. The one without windows comes first: it draws the same and takes a third less time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** No sandbox: tests also run as root in containers. The rest keeps the browser from calling home. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser to test in: `CHROMIUM_PATH`, Playwright's own if it is installed, else the system's.
 * @throws Error that says how to get one
 */
export function getChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  for (const name of SYSTEM_NAMES) {
    const path = findCommand(name);
    if (path) return path;
  }
  throw new Error(
    'The browser tests need Chromium. Run "npx playwright install chromium", install your system\'s chromium, or set CHROMIUM_PATH to one.',
  );
}

/** Path of a command, as the system finds it; undefined where there is none. */
export function findCommand(name: string): string | undefined {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  try {
    return execFileSync(finder, [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(/\r?\n/)[0];
  } catch {
    // The finder fails when there is no such command, and that is the answer.
    return undefined;
  }
}
