import { existsSync, globSync } from 'node:fs';
import { findCommand } from '../support/browser/find-chromium.ts';

/** Commands that install an engine's needs on Debian and its derivatives. */
const INSTALL = {
  firefox: 'apt-get install firefox-esr',
  webkit: 'apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb gcc',
} as const;

/** Locations of MiniBrowser, which is not on the PATH. Only API 4.1 can persist a profile. */
const MINI_BROWSERS = ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib{,64,exec}/webkit2gtk-4.1/MiniBrowser'];

/** Why an engine cannot be tested here, and how to install it. */
export interface Missing {
  readonly missing: string;
}

export interface FirefoxPaths {
  readonly browser: string;
}

export interface WebKitPaths {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
  readonly compiler: string;
}

/** Returns the Firefox to test in: `FIREFOX_PATH`, else the system's. @throws Error when the variable names a missing file */
export function findFirefox(): FirefoxPaths | Missing {
  return tell({ browser: given('FIREFOX_PATH') ?? findFirst('firefox-esr', 'firefox') }, INSTALL.firefox);
}

/**
 * Returns the WebKitGTK to test in with its tools: `WEBKIT_DRIVER_PATH` and `WEBKIT_BROWSER_PATH`, else the system's.
 * @throws Error when a variable names a missing file
 */
export function findWebKit(): WebKitPaths | Missing {
  const paths = {
    driver: given('WEBKIT_DRIVER_PATH') ?? findFirst('WebKitWebDriver'),
    browser: given('WEBKIT_BROWSER_PATH') ?? globSync(MINI_BROWSERS)[0],
    screen: findFirst('Xvfb'),
    compiler: findFirst('cc', 'gcc', 'clang', 'tcc'),
  };
  return tell(paths, INSTALL.webkit);
}

function tell<Name extends string>(
  paths: Readonly<Record<Name, string | undefined>>,
  install: string,
): Record<Name, string> | Missing {
  const absent = Object.entries(paths).flatMap(([name, path]) => (path ? [] : [name]));
  if (absent.length > 0) return { missing: `no ${absent.join(', no ')}: "${install}"` };
  return paths as Record<Name, string>;
}

function given(variable: string): string | undefined {
  const path = process.env[variable];
  if (path && !existsSync(path)) throw new Error(`${variable} names ${path}, which does not exist.`);
  return path || undefined;
}

function findFirst(...names: readonly string[]): string | undefined {
  for (const name of names) {
    const path = findCommand(name);
    if (path) return path;
  }
  return undefined;
}
