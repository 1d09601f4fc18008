import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dropSummaries } from './without-summaries.ts';

const FOLDER = new URL('../../sync/contract/http/', import.meta.url);

it('drops the summary of an endpoint, on one line or two, and keeps the number of lines', () => {
  const code =
    "visitorEndpoint({\n  path: '/a',\n  summary:\n    'It’s \\'one\\': a, b',\n  params,\n  summary: \"Two\",\n});\n";
  expect(dropSummaries(code)).toBe("visitorEndpoint({\n  path: '/a',\n\n\n  params,\n\n});\n");
});

it('drops the summary of every endpoint of the contract', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const left = files.filter((name) => /^ *summary:/m.test(dropSummaries(readFileSync(new URL(name, FOLDER), 'utf8'))));
  expect(files.length).toBeGreaterThan(20);
  expect(left).toEqual([]);
});
