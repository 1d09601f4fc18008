import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './locked-packages.ts';

/** Audiences of code, with its entry files. */
export const AUDIENCES = {
  shopper: [
    'pwa/main.tsx',
    'pwa/first-screen/render.tsx',
    'pwa/service-worker/service-worker.ts',
    'sync/worker/sync-worker.ts',
  ],
  administrator: ['pwa/admin-main.tsx', 'sync/admin/admin-worker.ts'],
  server: ['api/main.ts', 'api/transfer/import-command.ts', 'api/transfer/export-command.ts'],
} as const satisfies Record<string, readonly string[]>;
export type Audience = keyof typeof AUDIENCES;

/** Imports of a script, without type imports. */
const SCRIPT_IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^;'"]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)|\.resolve\('(@[^']+)'\)/g;
/** Imports of a style sheet: other sheets, and fonts. */
const STYLE_IMPORT = /@import\s+'([^']+)'|url\('([^')]+)'\)/g;
const OWN = /^#(contract|sync|pwa|api)\//;
const FOLDERS: Readonly<Record<string, string>> = { contract: 'sync/contract', sync: 'sync', pwa: 'pwa', api: 'api' };

/** Returns the names of packages that files import, directly or through other files of the project. @throws Error when a file is missing */
export async function findImportedPackages(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const packages = new Set<string>();
  const files = new Set(entries);
  // Iterating a set includes entries that are added meanwhile.
  for (const file of files) {
    const pattern = /\.tsx?$/.test(file) ? SCRIPT_IMPORT : file.endsWith('.css') ? STYLE_IMPORT : undefined;
    if (!pattern) continue;
    const text = await readFile(join(ROOT, file), 'utf8');
    for (const match of text.matchAll(pattern)) {
      const name = match.slice(1).find((part) => part !== undefined) ?? '';
      if (/^(?:node|virtual|data):|^\/|^#(?!\w+\/)/.test(name)) continue;
      const own = toOwnPath(file, name);
      if (own === undefined) packages.add(toPackageName(name));
      else if (await exists(own)) files.add(own);
    }
  }
  return packages;
}

function toOwnPath(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(file), name);
  const zone = OWN.exec(name)?.[1];
  return zone === undefined ? undefined : join(FOLDERS[zone] ?? zone, name.slice(name.indexOf('/') + 1));
}

const exists = (file: string): Promise<boolean> =>
  access(join(ROOT, file)).then(
    () => true,
    () => false,
  );

const toPackageName = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
