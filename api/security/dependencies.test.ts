import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

/** Licenses that only ask for attribution, and the license of fonts (OFL), which may be distributed with a page. */
const FREE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MIT-0',
  '(MIT OR EUPL-1.1+)',
  'BlueOak-1.0.0',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  'OFL-1.1',
]);
/** Licenses of libraries that the server loads or that build the page, unmodified: none of their code reaches a page. */
const SERVER_LIBRARIES: Readonly<Record<string, RegExp>> = {
  // MIT: these packages name the license in an old form, which the lock file leaves out.
  none: /^(?:busboy|streamsearch)$/,
  'CC-BY-4.0': /^caniuse-lite$/,
  'MPL-2.0': /^(?:web-push|lightningcss.*)$/,
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-/,
};
/** Further licenses of tools that are not distributed. */
const TOOLS = new Set(['MPL-2.0', '(MPL-2.0 OR Apache-2.0)', '(MIT OR GPL-3.0-or-later)']);

/** Lowest versions without known vulnerabilities; no copy may be older. */
const OLDEST: Readonly<Record<string, string>> = {
  'better-sqlite3': '13.2.0',
  'body-parser': '2.3.0',
  dexie: '4.2.1',
  dompurify: '3.4.5',
  multer: '2.2.0',
  'sanitize-html': '2.17.4',
  sharp: '0.35.4',
  ws: '8.21.0',
};
/** What npm runs by itself when packages are installed: https://docs.npmjs.com/cli/using-npm/scripts#life-cycle-scripts */
const RUN_BY_NPM = /^(?:pre|post)?(?:install|prepare|prepublish|dependencies)$/;

const namesSchema = z.record(z.string(), z.string());
const manifestSchema = z.object({ scripts: namesSchema, dependencies: namesSchema, devDependencies: namesSchema });
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z._default(z.string(), 'none'),
      resolved: z.optional(z.string()),
      integrity: z._default(z.string(), ''),
      hasInstallScript: z.optional(z.boolean()),
      dev: z.optional(z.boolean()),
    }),
  ),
});

const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')) as unknown;

const manifest = manifestSchema.parse(await readJson('package.json'));
const { packages: locked } = lockSchema.parse(await readJson('package-lock.json'));
const packages = Object.entries(locked)
  .filter(([place]) => place !== '')
  .map(([place, entry]) => ({ ...entry, name: place.slice(place.lastIndexOf('node_modules/') + 13) }));

const isOlder = (version: string, least: string): boolean => version.localeCompare(least, 'en', { numeric: true }) < 0;

describe('the dependencies', () => {
  it('have licenses that allow their use', () => {
    const foreign = packages.filter(
      ({ name, license, dev }) =>
        !FREE.has(license) && !SERVER_LIBRARIES[license]?.test(name) && !(dev && TOOLS.has(license)),
    );
    expect(foreign.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('are installed without running scripts of ours, because a container image has no code yet at that step', () => {
    expect(Object.keys(manifest.scripts).filter((name) => RUN_BY_NPM.test(name))).toEqual([]);
  });

  it('have no install scripts, except for the package `node`, which only tests need', () => {
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript);
    expect(scripted.map(({ name, dev }) => ({ name, dev }))).toEqual([{ name: 'node', dev: true }]);
  });

  it('come from the registry and have a hash', () => {
    const strangers = packages.filter(
      ({ resolved, integrity }) => resolved !== undefined || !integrity.startsWith('sha512-'),
    );
    expect(strangers.map(({ name }) => name)).toEqual([]);
  });

  it('are requested in exact versions', () => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('have no known vulnerability', () => {
    const old = packages.filter(({ name, version = '' }) => isOlder(version, OLDEST[name] ?? ''));
    expect(old.map(({ name, version }) => `${name} ${version}`)).toEqual([]);
    for (const name of Object.keys(OLDEST)) expect(packages.map((one) => one.name)).toContain(name);
  });
});
