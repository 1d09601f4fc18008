import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Mutant } from './mutants.ts';

/** Root of the edits' paths. */
export const PROJECT_FOLDER = resolve(import.meta.dirname, '..', '..', '..', '..');

/**
 * Returns the source text with a mutant's edits of a file. @throws Error when a text to replace does not occur exactly once: the mutant would be
 * a different one, or none
 */
export function mutateSource({ name, edits }: Mutant, file: string, source: string): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { find, replace }) => {
      const count = text.split(find).length - 1;
      if (count !== 1) throw new Error(`The mutant "${name}" finds its text ${count} times in ${file}: ${find}`);
      return text.replace(find, () => replace);
    }, source);
}

/** Makes this thread load the mutated source; must be called before any module of the project is loaded. */
export function applyMutant(mutant: Mutant): void {
  const files = new Map(mutant.edits.map(({ file }) => [pathToFileURL(resolve(PROJECT_FOLDER, file)).href, file]));
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file = files.get(url);
      if (file === undefined) return loaded;
      return { ...loaded, source: mutateSource(mutant, file, readFileSync(fileURLToPath(url), 'utf8')) };
    },
  });
}
