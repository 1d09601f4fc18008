import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** Names under which systems install Chromium. The headless shell comes first: it renders the same and takes a third less time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** No sandbox, because tests also run as root in containers. The last four flags avoid the first-run page and calls to Google. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium as an npm package, for machines without a browser: Linux on x64 only. */
export const PACKAGED_CHROMIUM = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  integrity: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
} as const;

/** Folder of the packaged Chromium in the user's cache, where `npm ci` does not delete it. */
export function getPackagedChromiumFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'hexlime', `chromium-${PACKAGED_CHROMIUM.version}`);
}

/** Script that starts the packaged Chromium with its libraries and fonts; written last, so that its presence means a complete installation. */
export const PACKAGED_CHROMIUM_SCRIPT = 'chromium.sh';

/**
 * Returns the path of the browser to test in: `CHROMIUM_PATH`, else the first that starts: Playwright's, the system's or the packaged one.
 * @throws Error with installation instructions when there is none
 */
export function getChromium(): string {
  const path = findChromium();
  if (path === undefined) {
    throw new Error(
      'The browser tests need Chromium. Run "npx playwright install chromium", install your system\'s chromium, or set CHROMIUM_PATH.',
    );
  }
  return path;
}

/**
 * Returns the path of the browser to test in, undefined when there is none.
 * @throws Error when `CHROMIUM_PATH` names a missing file
 */
export function findChromium(): string | undefined {
  return findAmong(SYSTEM_NAMES, () => join(getPackagedChromiumFolder(), PACKAGED_CHROMIUM_SCRIPT));
}

/** Returns the path of a browser that has cameras, which the headless shell and the packaged Chromium lack; undefined when there is none. */
export const findCameraChromium = (): string | undefined =>
  findAmong(SYSTEM_NAMES.filter((name) => !name.includes('headless')));

function findAmong(names: readonly string[], packaged?: () => string): string | undefined {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist.`);
  }
  const candidates = [
    () => chromium.executablePath(),
    ...names.map((name) => () => findCommand(name)),
    ...(packaged ? [packaged] : []),
  ];
  for (const find of candidates) {
    const path = find();
    if (path && existsSync(path) && canStart(path)) return path;
  }
  return undefined;
}

/** Returns whether a browser starts: Playwright's needs shared libraries that a minimal system lacks. */
function canStart(path: string): boolean {
  try {
    execFileSync(path, ['--no-sandbox', '--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    // A browser that lacks a library is no error: the next candidate is tried.
    return false;
  }
}

/** Returns the path of a command on the PATH, undefined when there is none. */
export function findCommand(name: string): string | undefined {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  try {
    return execFileSync(finder, [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(/\r?\n/)[0];
  } catch {
    // The finder exits with an error when the command does not exist.
    return undefined;
  }
}
