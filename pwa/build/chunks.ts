import type { UserConfig } from 'vite';
import { deviceContract } from './device-contract.ts';

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
    readonly isEntry: boolean;
  } | null;
}

const DEXIE = /\/node_modules\/dexie\//;

/**
 * Puts everything that the first script needs into one file. By default the bundler would put modules shared with lazy parts into separate files,
 * and several small files compress worse than one.
 */
export function nameFirstScript(id: string, graph: ModuleGraph): string | null {
  const isNeeded = reaches(
    id,
    (module) => graph.getModuleInfo(module)?.importers ?? [],
    (module) => graph.getModuleInfo(module)?.isEntry === true,
  );
  return isNeeded ? 'first' : null;
}

const PACK = /\/messages\/(?!en\/)(\w+)\//;

/** Puts the texts of another language into one file, whose name the service workers know: visitors load the language that they read. */
export function nameLanguage(id: string): string | null {
  const language = PACK.exec(id)?.[1];
  return language === undefined ? null : `language-${language}`;
}

/** Keeps modules that a language's texts import out of the language's file: other parts that need them would load the language. */
export function nameBelowLanguage(id: string, graph: ModuleGraph): string | null {
  const isNeeded = reaches(
    id,
    (module) => graph.getModuleInfo(module)?.importers ?? [],
    (module) => PACK.test(module),
  );
  return isNeeded && !PACK.test(id) ? 'shared' : null;
}

/** The sources that several lazy parts of the page may share, and `idb`, the database package that visitors load. */
export const SHARED_SOURCES = /\/(?:pwa|sync|node_modules\/idb)\//;

/**
 * Puts modules that several lazy parts need into one file, too: each further file is a request, a name in the service worker's list and, with a
 * style sheet, a name in the first script. Modules that read a user's rows import Dexie and have a file of their own: signed-out visitors do not
 * load it.
 */
export function nameShared(id: string, graph: ModuleGraph): string {
  const isOfUsers = reaches(
    id,
    (module) => graph.getModuleInfo(module)?.importedIds ?? [],
    (module) => DEXIE.test(module),
  );
  return isOfUsers ? 'shared-of-users' : 'shared';
}

/**
 * Puts everything that a worker needs at once into one file beside its entry, so that nothing imports the entry: WebKit would run an imported
 * entry a second time.
 */
function nameBesideEntry(id: string, graph: ModuleGraph): string | null {
  return graph.getModuleInfo(id)?.isEntry ? null : nameFirstScript(id, graph);
}

/** A part of the data worker that is loaded late. */
interface LatePart {
  readonly name: string;
  readonly entry: RegExp;
  /** Whether the entry is in the same file. False where other parts import that file, too: the bundler would add another file for the entry. */
  readonly holdsEntry: boolean;
}

/** Late parts that each visit loads, in the order in which it needs them. */
const VISIT_PARTS: readonly LatePart[] = [
  { name: 'calls-parts', entry: /\/sync\/worker\/server-calls\.ts$/, holdsEntry: false },
  {
    name: 'background',
    entry: /\/sync\/(?:worker\/background|catalog\/store\/dexie-catalog-store)\.ts$/,
    holdsEntry: true,
  },
];

/** Puts the modules of a late part into one file, also those that later parts share with it, but not those of earlier parts. */
const groupOfPart = ({ name, entry, holdsEntry }: LatePart, index: number) => ({
  name: (id: string, graph: ModuleGraph) =>
    (holdsEntry || !entry.test(id)) &&
    reaches(
      id,
      (module) => graph.getModuleInfo(module)?.importers ?? [],
      (module) => entry.test(module),
    )
      ? name
      : null,
  debugName: name,
  priority: 8 - index,
});

/** Turns off the warning about slow plugins in every build: they build further pages and workers, which takes long on a slow machine. */
export const CHECKS = { bundlerTimings: false } as const;

/** Writes constants where they are used: otherwise the first script would export numbers that only lazy parts use. */
export const INLINED = { inlineConst: { mode: 'all', pass: 3 } } as const;

/** Build options of the workers of both pages. */
export const WORKER_BUILD = {
  format: 'es',
  plugins: () => [deviceContract()],
  rolldownOptions: {
    checks: CHECKS,
    optimization: INLINED,
    output: {
      comments: false,
      codeSplitting: {
        groups: [
          { name: nameBesideEntry, debugName: 'beside the entry', priority: 9 },
          ...VISIT_PARTS.map(groupOfPart),
        ],
      },
    },
  },
} as const satisfies UserConfig['worker'];

/** Whether `start` or a module reached from it is wanted. */
function reaches(start: string, next: (id: string) => readonly string[], isWanted: (id: string) => boolean): boolean {
  const seen = new Set([start]);
  // The loop also visits elements added during it.
  for (const module of seen) {
    if (isWanted(module)) return true;
    for (const other of next(module)) seen.add(other);
  }
  return false;
}
