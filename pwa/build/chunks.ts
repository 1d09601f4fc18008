import type { UserConfig } from 'vite';

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
    readonly isEntry: boolean;
  } | null;
}

const DEXIE = /\/node_modules\/dexie\//;

/**
 * What the first script needs comes in one file. Left to itself the bundler puts what lazy parts share with it into files of their own, and
 * several small files compress worse than one.
 */
export function nameFirstScript(id: string, graph: ModuleGraph): string | null {
  const isNeeded = reaches(
    id,
    (module) => graph.getModuleInfo(module)?.importers ?? [],
    (module) => graph.getModuleInfo(module)?.isEntry === true,
  );
  return isNeeded ? 'first' : null;
}

/**
 * What several lazy parts need comes in one file, too: each further one is a request, a name in the service worker's list and, with its
 * style sheet, one in the first script. What reads a user's rows brings Dexie along and stays apart: visitors do without.
 */
export function nameShared(id: string, graph: ModuleGraph): string | null {
  const isOfUsers = reaches(
    id,
    (module) => graph.getModuleInfo(module)?.importedIds ?? [],
    (module) => DEXIE.test(module),
  );
  return isOfUsers ? null : 'shared';
}

/**
 * What a worker needs at once comes in one file beside its entry, which nothing imports: WebKit does not know a worker's entry by its name,
 * and would run it a second time when a lazy part asks for it.
 */
function nameBesideEntry(id: string, graph: ModuleGraph): string | null {
  return graph.getModuleInfo(id)?.isEntry ? null : nameFirstScript(id, graph);
}

/** How workers are built, the administration's as well. */
export const WORKER_BUILD = {
  format: 'es',
  rolldownOptions: { output: { codeSplitting: { groups: [{ name: nameBesideEntry }] } } },
} as const satisfies UserConfig['worker'];

/** Whether one of the modules that are reached from `start`, itself included, is wanted. */
function reaches(start: string, next: (id: string) => readonly string[], isWanted: (id: string) => boolean): boolean {
  const seen = new Set([start]);
  // A set that grows is walked to its end.
  for (const module of seen) {
    if (isWanted(module)) return true;
    for (const other of next(module)) seen.add(other);
  }
  return false;
}
