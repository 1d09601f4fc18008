import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, getChromium } from './find-chromium.ts';

const START_TIMEOUT_MS = 20_000;

/** A Chromium that a test may kill: Playwright's own launch only closes it normally. */
export interface ChromiumProcess {
  readonly browser: Browser;
  /** The profile's context: its storage outlives the process. */
  readonly context: BrowserContext;
  /** Closes it normally: cookies and local storage are flushed to disk. */
  quit(): Promise<void>;
  /** Sends SIGKILL to all its processes at once, as when the system runs out of memory. */
  kill(): Promise<void>;
}

/** Starts Chromium on a profile folder and connects to it. */
export async function startChromium(profile: string): Promise<ChromiumProcess> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    getChromium(),
    ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...CHROMIUM_ARGUMENTS, 'about:blank'],
    { detached: true, stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killGroup = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  // A failing test must leave no browser behind.
  process.once('exit', killGroup);
  const endpoint = await waitForEndpoint(portFile);
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (!context) throw new Error('Chromium started without a context');
  return {
    browser,
    context,
    async quit() {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await exited;
      process.removeListener('exit', killGroup);
      await browser.close().catch(() => undefined);
    },
    async kill() {
      process.removeListener('exit', killGroup);
      killGroup();
      await exited;
      await browser.close().catch(() => undefined);
    },
  };
}

async function waitForEndpoint(portFile: string): Promise<string> {
  for (const startMs = Date.now(); Date.now() - startMs < START_TIMEOUT_MS; await sleep(25)) {
    const [port, path] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
  }
  throw new Error('Chromium did not start');
}
