import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstScreenRenderer } from '#contract/first-screen.ts';
import type { Logger } from 'pino';

/** The build's renderer of first screens with the document that it fills. */
export interface DocumentRenderer extends FirstScreenRenderer {
  /** The built `index.html`. */
  readonly template: string;
}

/** Where the build puts its renderer; never sent to a visitor. */
export const RENDERER_FILE = '/server/first-screen.js';

const FUNCTIONS = ['planFirstScreen', 'addressOf', 'isStartScreen', 'renderDocument', 'nameOf', 'titleOf'] as const;

/** Loads the renderer of a build; undefined, and a line in the log, where it is missing or unusable: pages are then sent empty. */
export async function loadFirstScreenRenderer(
  pageDir: string,
  template: string,
  log: Logger,
): Promise<DocumentRenderer | undefined> {
  try {
    const built = (await import(pathToFileURL(join(pageDir, RENDERER_FILE)).href)) as Record<string, unknown>;
    const missing = FUNCTIONS.filter((name) => typeof built[name] !== 'function');
    if (missing.length > 0) throw new TypeError(`It has no ${missing.join(', ')}`);
    return { ...(built as unknown as FirstScreenRenderer), template };
  } catch (error) {
    log.warn({ err: error }, 'the renderer of first screens cannot be used: pages are sent without their products');
    return undefined;
  }
}
