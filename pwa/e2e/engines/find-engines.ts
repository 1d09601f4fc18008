import { existsSync, globSync } from 'node:fs';
import { findCommand } from '../support/find-chromium.ts';

/** How Debian and its relatives get what an engine needs. */
const INSTALL = {
  firefox: 'apt-get install firefox-esr',
  webkit: 'apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb gcc',
} as const;

/** Where systems keep MiniBrowser, which is in no PATH. What a profile stores can be kept with the API 4.1 only. */
const MINI_BROWSERS = ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib{,64,exec}/webkit2gtk-4.1/MiniBrowser'];

/** Why an engine cannot be tested here, and how to change that. */
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

/** The Firefox to test in: `FIREFOX_PATH`, else the system's. @throws Error when the variable leads nowhere */
export function findFirefox(): FirefoxPaths | Missing {
  return tell({ browser: given('FIREFOX_PATH') ?? findFirst('firefox-esr', 'firefox') }, INSTALL.firefox);
}

/**
 * The WebKitGTK to test in and what it needs: `WEBKIT_DRIVER_PATH` and `WEBKIT_BROWSER_PATH`, else the system's.
 * @throws Error when a variable leads nowhere
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
