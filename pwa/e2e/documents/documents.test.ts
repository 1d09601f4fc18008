import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SECRET_SETTINGS } from '#api/config/secret-files.ts';
import { findDeadLinks, findLongLines, findMissingNames } from './check-document.ts';
import type { Project } from './check-document.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_BYTES = 20_000;
const MAX_COLUMNS = 120;
/** Lists that are looked up by number, not read. */
const LISTS: ReadonlySet<string> = new Set(['docs/asvs.md', 'pwa/e2e/faults/FAULTS.md']);
const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'data', 'test-results']);

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => NOT_OURS.has(basename(name)) });

const paths = ['**', '.*', '.ci/*', 'deploy/.*']
  .flatMap(list)
  .map((path) => ({ path, isFile: statSync(join(ROOT, path)).isFile() }));
const project: Project = {
  files: paths.filter(({ isFile }) => isFile).map(({ path }) => path),
  folders: paths.filter(({ isFile }) => !isFile).map(({ path }) => path),
  scripts: Object.keys((JSON.parse(read('package.json')) as { readonly scripts: object }).scripts),
  read,
};
const documents = project.files.filter((file) => file.endsWith('.md')).toSorted();

describe.each(documents)('document %s', (file) => {
  const text = read(file);

  it(`has lines of at most ${MAX_COLUMNS} columns outside of code`, () => {
    expect(findLongLines(text, MAX_COLUMNS)).toEqual([]);
  });

  it('names files, folders and scripts that exist', () => {
    expect(findMissingNames(text, project)).toEqual([]);
  });

  it('has links that lead somewhere', () => {
    expect(findDeadLinks(text, dirname(file), project)).toEqual([]);
  });
});

it.each(documents.filter((file) => !LISTS.has(file)))(`document %s has at most ${MAX_BYTES} bytes`, (file) => {
  expect(Buffer.byteLength(read(file))).toBeLessThanOrEqual(MAX_BYTES);
});

it('a document that names what does not exist is reported', () => {
  const small: Project = { files: ['api/a.ts', 'docs/b.md'], folders: ['api'], scripts: ['dev'], read: () => '# One' };
  const text =
    '`api/a.ts` `a.ts` `*.ts` `api/` `{a,b}.ts` `x.ts` `sync/` `api/*.md`, npm run dev, npm run bad, `test:bad`';
  expect(findMissingNames(text, small)).toEqual(['x.ts', 'sync/', 'api/*.md', 'bad', 'test:bad']);
  const links = '[a](b.md) [b](b.md#one) [c](b.md#two) [d](c.md) [e](../api/) [f](#here) [g](https://x.example)';
  expect(findDeadLinks(links, 'docs', small)).toEqual(['b.md#two', 'c.md', '#here']);
  const long = 'x'.repeat(9);
  expect(findLongLines(`${long}\n    ${long}\n\`\`\`\n${long}\n\`\`\`\nsee https://${long}\n`, 8)).toEqual([long]);
});

describe('the settings', () => {
  const text = read('docs/operating/settings.md');
  const plain = text.replaceAll('`', '');
  const items = text.split(/^- /m).slice(1);
  const heads = items.map((item) => item.replaceAll(/\s+/g, ' ').split('):', 1)[0] ?? '');
  const documented = heads.flatMap((head) => [...head.replaceAll(/\([^)]*\)?/g, '').matchAll(/`([A-Z][A-Z\d_]+)`/g)]);

  const sources = list('api/config/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const settings = sources
    .flatMap((path) =>
      read(path)
        .split(/^ {2}(?=[A-Z][A-Z\d_]+: )/m)
        .slice(1),
    )
    .map((source) => source.split(/\n(?=\S| {2}\S)/, 1)[0] ?? '')
    .map((source) => ({
      name: source.slice(0, source.indexOf(':')),
      value: /\.default\('?([\w.:/-]+)'?\)/.exec(source)?.[1],
    }));

  it('of the documents are those that the server reads', () => {
    const names = documented.map(([, name = '']) => name).filter((name) => name !== 'MOVE_TO');
    expect(names.toSorted()).toEqual(settings.map(({ name }) => name).toSorted());
  });

  it('of .env.example are those that the server reads, with their defaults', () => {
    const lines = [...read('deploy/.env.example').matchAll(/^#?([A-Z][A-Z\d_]+)=(.*)$/gm)];
    // `SHOP_HOST` is for the compose file only.
    const names = lines.map(([, name = '']) => name).filter((name) => name !== 'SHOP_HOST');
    expect(names.toSorted()).toEqual(settings.map(({ name }) => name).toSorted());
    const defaults = new Map(settings.map(({ name, value }) => [name, value]));
    const wrong = lines.filter(([line, name = '', value = '']) => {
      const literal = defaults.get(name);
      return line.startsWith('#') && literal !== undefined && !/^[A-Z_]+$/.test(literal) && value !== toText(literal);
    });
    expect(wrong.map(String)).toEqual([]);
  });

  it('have the defaults that the documents name', () => {
    const literals = settings.filter(({ value = 'A' }) => !/^[A-Z_]+$/.test(value));
    const wrong = literals.filter(({ name, value = '' }) => !plain.includes(`${name} (${toText(value)})`));
    expect(wrong).toEqual([]);
    expect(literals.length).toBeGreaterThan(15);
  });

  it('that may be in files are listed', () => {
    const files = text.slice(text.indexOf('It works for'));
    expect([...files.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(SECRET_SETTINGS.toSorted());
  });
});

const FLAGS: Readonly<Record<string, string>> = { true: '1', false: '0' };
const toText = (literal: string): string => FLAGS[literal] ?? literal.replaceAll(/(?<=\d)_(?=\d)/g, '');
