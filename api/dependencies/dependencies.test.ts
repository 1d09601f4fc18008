import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readManifest } from './locked-packages.ts';
import { REPORT_FILE } from './report-file.ts';
import { listReportedPackages, writeReport } from './report.ts';
import type { ReportedPackage } from './report.ts';

/** Licences that ask for no more than being named. */
const FREE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
]);
/** Fonts, which may be sent with a page. */
const FONTS = new Set(['OFL-1.1']);
/** Libraries that the server loads as they are: libvips for sharp, and web-push. */
const LIBRARIES = new Set([
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);
/** What is not passed on. */
const TOOLS = new Set(['MPL-2.0', '(MPL-2.0 OR Apache-2.0)', '(MIT OR GPL-3.0-or-later)', 'CC-BY-4.0']);

/** Versions below which there are known holes: no copy may be older. */
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
/** They read foreign bytes: another version is another parser, and is looked at before it is taken. */
const PINNED = ['sharp', 'sanitize-html', 'ws', 'multer', 'jose'];

const packages = await listReportedPackages();
const nameOf = ({ name, version }: ReportedPackage): string => `${name} ${version}`;

const mayHave = ({ licence, audiences }: ReportedPackage): boolean =>
  FREE.has(licence) ||
  FONTS.has(licence) ||
  (audiences.every((audience) => audience === 'server') && LIBRARIES.has(licence)) ||
  (audiences.length === 0 && TOOLS.has(licence));

describe('what the project depends on', () => {
  it('is what the report says: run `npm run dependencies` after a change', async () => {
    expect(await readFile(REPORT_FILE, 'utf8')).toBe(await writeReport(packages));
  });

  it('reaches those whom it is known to reach', () => {
    const audiencesOf = (name: string) => packages.find((one) => one.name === name)?.audiences;
    expect(audiencesOf('react')).toEqual(expect.arrayContaining(['shopper', 'administrator']));
    expect(audiencesOf('dexie')).toEqual(expect.arrayContaining(['shopper', 'administrator']));
    expect(audiencesOf('lexical')).toEqual(['administrator']);
    expect(audiencesOf('@fontsource/tilt-neon')).toContain('shopper');
    expect(audiencesOf('express')).toEqual(['server']);
    expect(audiencesOf('busboy')).toEqual(['server']);
    expect(audiencesOf('fast-check')).toEqual([]);
  });

  it('has a licence that allows what is done with it', () => {
    expect(packages.filter((one) => !mayHave(one)).map((one) => `${nameOf(one)} ${one.licence}`)).toEqual([]);
  });

  it('runs nothing when it is installed, but for the Node that tests run on', () => {
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual(['node']);
    expect(packages.find(({ name }) => name === 'node')?.audiences).toEqual([]);
  });

  it('comes from a registry and is told by its hash', () => {
    const strangers = packages.filter(({ source, integrity }) => source !== '' || !integrity.startsWith('sha512-'));
    expect(strangers.map(nameOf)).toEqual([]);
  });

  it('is asked for in exact versions', async () => {
    const { dependencies, devDependencies } = await readManifest();
    const asked = Object.entries({ ...dependencies, ...devDependencies });
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    for (const name of PINNED) expect(Object.keys(dependencies)).toContain(name);
  });

  it('has no copy with a hole that is known', () => {
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
