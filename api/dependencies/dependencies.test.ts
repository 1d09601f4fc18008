import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readManifest } from './locked-packages.ts';
import { REPORT_FILE } from './report-file.ts';
import { listReportedPackages, writeReport } from './report.ts';
import type { ReportedPackage } from './report.ts';

/** Licences that only require attribution. */
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
]);
/** Fonts, which may be distributed with a page. */
const FONTS = new Set(['OFL-1.1']);
/** Libraries that the server uses unmodified: libvips for sharp, and web-push. */
const LIBRARIES = new Set([
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);
/** Not distributed. */
const TOOLS = new Set(['MPL-2.0', '(MPL-2.0 OR Apache-2.0)', '(MIT OR GPL-3.0-or-later)', 'CC-BY-4.0']);

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
/** Parsers of untrusted bytes: a new version is reviewed before it is used. */
const PINNED = ['sharp', 'sanitize-html', 'ws', 'multer', 'jose'];

const packages = await listReportedPackages();
const nameOf = ({ name, version }: ReportedPackage): string => `${name} ${version}`;

const mayHave = ({ licence, audiences }: ReportedPackage): boolean =>
  FREE.has(licence) ||
  FONTS.has(licence) ||
  (audiences.every((audience) => audience === 'server') && LIBRARIES.has(licence)) ||
  (audiences.length === 0 && TOOLS.has(licence));

describe('the dependencies', () => {
  it('are those of the report: run `npm run dependency-report` after a change', async () => {
    expect(await readFile(REPORT_FILE, 'utf8')).toBe(await writeReport(packages));
  });

  it('are sent to the known audiences', () => {
    const audiencesOf = (name: string) => packages.find((one) => one.name === name)?.audiences;
    expect(audiencesOf('react')).toEqual(expect.arrayContaining(['shopper', 'administrator']));
    expect(audiencesOf('dexie')).toEqual(expect.arrayContaining(['shopper', 'administrator']));
    expect(audiencesOf('lexical')).toEqual(['administrator']);
    expect(audiencesOf('@fontsource/tilt-neon')).toContain('shopper');
    expect(audiencesOf('express')).toEqual(['server']);
    expect(audiencesOf('busboy')).toEqual(['server']);
    expect(audiencesOf('fast-check')).toEqual([]);
  });

  it('have licences that allow their use', () => {
    expect(packages.filter((one) => !mayHave(one)).map((one) => `${nameOf(one)} ${one.licence}`)).toEqual([]);
  });

  it('are installed without a command of ours, also where the code is not there yet, as in the image', async () => {
    const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(Object.keys(scripts).filter((name) => RUN_BY_NPM.test(name))).toEqual([]);
  });

  it('have no install scripts, except for the Node of the tests', () => {
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual(['node']);
    expect(packages.find(({ name }) => name === 'node')?.audiences).toEqual([]);
  });

  it('come from a registry and have a hash', () => {
    const strangers = packages.filter(({ source, integrity }) => source !== '' || !integrity.startsWith('sha512-'));
    expect(strangers.map(nameOf)).toEqual([]);
  });

  it('are requested in exact versions', async () => {
    const { dependencies, devDependencies } = await readManifest();
    const asked = Object.entries({ ...dependencies, ...devDependencies });
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    for (const name of PINNED) expect(Object.keys(dependencies)).toContain(name);
  });

  it('have no known vulnerability', () => {
    const parse = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? [];
    const isOlder = (version: string, least: string): boolean => {
      const [given, wanted] = [parse(version), parse(least)];
      const at = wanted.findIndex((part, index) => part !== given[index]);
      return at >= 0 && (given[at] ?? 0) < (wanted[at] ?? 0);
    };
    const old = packages.filter(
      ({ name, version }) => Object.hasOwn(OLDEST, name) && isOlder(version, OLDEST[name] ?? '0'),
    );
    expect(old.map(nameOf)).toEqual([]);
  });
});
