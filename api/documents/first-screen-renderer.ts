import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstScreenRenderer } from '#contract/screens/first-screen.ts';
import type { Logger } from 'pino';

/** The build's renderer of first screens, with the document that it fills. */
export interface DocumentRenderer extends FirstScreenRenderer {
  /** The built `index.html`. */
  readonly template: string;
}

/** Path of the renderer in the build; never served. */
const RENDERER_FILE = '/server/first-screen.js';

const FUNCTIONS = [
  'planFirstScreen',
  'addressOf',
  'isStartScreen',
  'renderDocument',
  'nameOf',
  'titleOf',
  'countOf',
  'inLanguage',
] as const satisfies readonly (keyof FirstScreenRenderer)[];

/** Loads the renderer of a build. When it is missing or unusable, logs that and returns undefined: pages are then sent without products. */
export async function loadFirstScreenRenderer(
  pageDir: string,
  template: string,
  log: Logger,
): Promise<DocumentRenderer | undefined> {
  try {
    const built = (await import(pathToFileURL(join(pageDir, RENDERER_FILE)).href)) as Record<string, unknown>;
    const missing = FUNCTIONS.filter((name) => typeof built[name] !== 'function');
    if (missing.length > 0) throw new TypeError(`missing exports: ${missing.join(', ')}`);
    return { ...(built as unknown as FirstScreenRenderer), template };
  } catch (error) {
    log.warn({ err: error }, 'first-screen renderer could not be loaded, pages are sent without products');
    return undefined;
  }
}
