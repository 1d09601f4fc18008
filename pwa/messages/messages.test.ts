import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { inLanguage, localized, setLanguage } from './localized.ts';
import type { TextsByName } from './localized.ts';
import { createPlural } from '#contract/text/plural.ts';

type Module = Readonly<Record<string, object>>;

const ENGLISH = import.meta.glob<Module>('./en/*.ts', { eager: true });
const ADMINISTRATION = import.meta.glob<TextsByName>('./*/packs/administration.ts', { eager: true, import: 'texts' });
const PROJECT = join(import.meta.dirname, '..', '..');
/** Texts that only the build reads. */
const OF_BUILD = './en/manifest.ts';

const englishTexts = Object.entries(ENGLISH)
  .filter(([path]) => path !== OF_BUILD)
  .flatMap(([, module]) => Object.entries(module))
  .filter(([, value]) => typeof value === 'object');

afterEach(() => setLanguage('en', {}));

describe('texts that follow the language', () => {
  const texts = localized('sample', {
    title: 'Cart',
    groups: { one: 'One', of: (count: number) => `${count} of` },
    none: null,
  });
  const russian = {
    sample: { title: 'Корзина', groups: { one: 'Один', of: (count: number) => `${count} из` }, none: null },
  };

  test('are English until another language is set', () => {
    expect([texts.title, texts.groups.one, texts.groups.of(2), texts.none]).toEqual(['Cart', 'One', '2 of', null]);
  });

  test('change with the language, also in a group that was stored before', () => {
    const { groups } = texts;
    setLanguage('ru', russian);
    expect([texts.title, groups.one, groups.of(2), texts.none]).toEqual(['Корзина', 'Один', '2 из', null]);
    expect(Object.entries(groups)[0]).toEqual(['one', 'Один']);
  });

  test('are English again after a function in another language, even one that throws', () => {
    expect(inLanguage('ru', russian, () => texts.title)).toBe('Корзина');
    expect(() => inLanguage('ru', russian, () => JSON.parse('{'))).toThrow(SyntaxError);
    expect(texts.title).toBe('Cart');
  });
});

test('each English text follows the language under the name of its export', () => {
  expect(englishTexts.length).toBeGreaterThan(20);
  for (const [name, texts] of englishTexts) {
    const marker = {};
    setLanguage('xx', { [name]: { toString: marker } });
    expect((texts as unknown as { toString: unknown }).toString, name).toBe(marker);
  }
});

describe.each(Object.keys(LANGUAGES).filter((language) => language !== 'en'))('%s', (language) => {
  const pack = ADMINISTRATION[`./${language}/packs/administration.ts`] ?? {};

  test('has every English text, with the same type', () => {
    for (const [name, english] of englishTexts) {
      expect(pack, name).toHaveProperty(name);
      expect(shapeOf(pack[name]), name).toEqual(shapeOf(english));
    }
  });
});

/** The keys of texts with the type of each. */
const shapeOf = (texts: unknown): unknown => {
  if (typeof texts === 'function') return 'function';
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    return Array.isArray(texts) ? 'list' : typeof texts;
  return Object.fromEntries(
    Object.entries(texts)
      .map(([key, value]) => [key, shapeOf(value)] as const)
      .sort(),
  );
};

test('Russian nouns take the plural form of their number', () => {
  const choose = createPlural<'one' | 'few' | 'many' | 'other'>('ru');
  const forms = { one: 'товар', few: 'товара', many: 'товаров', other: 'товара' };
  const wordOf = (count: number): string => choose(count, forms);
  expect([0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 111, 1.5].map(wordOf)).toEqual(
    'товаров товар товара товара товаров товаров товаров товар товара товаров товар товаров товара'.split(' '),
  );
});

/** Parts of words that only British spellings have, and percentages with a space. */
const BRITISH =
  /\b(?:\w*(?:colour|catalogue|centre\b|favour|neighbour|harbour|licence|grey\b|fibre|aluminium|programme(?!r)|(?:milli|centi)?metre|litre|cancelled|travell)|(?:organ|recogn|custom|author|apolog)is)\w*|\d %/gi;

test('the texts and the demo products use American spelling', async () => {
  const sources = [];
  for await (const file of glob('{pwa/messages,api/messages}/en/*.ts', { cwd: PROJECT })) {
    const text = await readFile(join(PROJECT, file), 'utf8');
    sources.push(...(text.match(/'[^'\n]* [^'\n]*'|`[^`]*`|: '[^']+'/g) ?? []).map((words) => `${file}: ${words}`));
  }
  for await (const file of glob('api/seed/catalogue/*.psv', { cwd: PROJECT })) {
    sources.push(await readFile(join(PROJECT, file), 'utf8'));
  }
  const words = sources.flatMap((text) => text.replace(/^\S+ /, '').match(BRITISH) ?? []);
  expect(sources.length).toBeGreaterThan(500);
  expect(words).toEqual([]);
});

describe('no module stores a text in a constant before the language is known', () => {
  /** Matches a text in a constant of a module: `const TITLE = cartMessages.title`, or in a constant object or list. */
  const statementOf = (owners: string): RegExp =>
    new RegExp(
      String.raw`^(?:export )?const \w+[^=\n]*=\s+(?!(?:async )?(?:\(|<|\w+ =>))[^;]*?\b(?:${owners})\.[^;]*;`,
      'gm',
    );
  const DESTRUCTURED = /^const \{\s+([^}]+?),?\s+\} =\s+(\w+[mM]essages(?:\.\w+)*);/gm;
  const STORED_GROUP = /^const (\w+) =\s+\w+[mM]essages(?:\.\w+)*;/gm;

  test('in the sources of the page', async () => {
    const folder = join(import.meta.dirname, '..');
    const found: string[] = [];
    for (const file of await readdir(folder, { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.|^(?:messages|build|e2e)\//.test(file)) continue;
      const source = await readFile(join(folder, file), 'utf8');
      const owners = [String.raw`\w*[mM]essages`, ...[...source.matchAll(STORED_GROUP)].map(([, name]) => name)];
      for (const [statement, names = '', path = ''] of source.matchAll(DESTRUCTURED)) {
        for (const pair of names.split(/,\s+/)) {
          const [key, name = key] = pair.split(': ');
          if (typeof valueAt(`${path}.${key}`) === 'object') owners.push(name);
          else found.push(`${file}: ${key} of ${statement}`);
        }
      }
      for (const [statement] of source.matchAll(statementOf(owners.join('|')))) {
        if (!isGroup(statement)) found.push(`${file}: ${statement.split('\n', 1)[0]}`);
      }
    }
    expect(found).toEqual([]);
  });

  /** Whether a statement stores a whole group: `const texts = adminMessages.editor;`. */
  const isGroup = (statement: string): boolean => {
    const [, path] = /=\s+(\w*[mM]essages(?:\.\w+)*);$/.exec(statement) ?? [];
    return path !== undefined && typeof valueAt(path) === 'object';
  };

  const valueAt = (path: string): unknown => {
    const [name = '', ...keys] = path.split('.');
    const start = englishTexts.find(([known]) => known === name)?.[1] as unknown;
    return keys.reduce((value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key], start);
  };
});
