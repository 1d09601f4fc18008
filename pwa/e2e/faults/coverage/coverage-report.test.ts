import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FAULTS } from './fault-list.ts';
import { listCoverageProblems, renderCoverageReport } from './coverage-report.ts';
import { listFaultTests, parseFaultTests } from './list-fault-tests.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it('every fault has a test in each run', () => {
  expect(listCoverageProblems(listFaultTests(root))).toEqual([]);
});

it('FAULTS.md is up to date (else run "npm run faults")', async () => {
  expect(readFileSync(new URL('../FAULTS.md', import.meta.url), 'utf8')).toBe(
    await renderCoverageReport(listFaultTests(root)),
  );
});

const read = (text: string) =>
  parseFaultTests('x.test.ts', text).map(({ title, faults, isNightOnly }) => [title, faults, isNightOnly]);

it('titles are parsed from tests and groups, with the tags for night runs', () => {
  const text = [
    "it('[fault 3] one', () => {",
    "describe('two [faults 4, 15]', () => {",
    "test(\n  '[fault 5] it\\'s three',\n  { tag: '@night' },",
    "it.skipIf(process.env['NIGHT'] !== '1')('[fault 6] four', async () => {",
    "test('[fault 7] five', { tag: '@night' }, async ({",
    "it.each([1])('[fault 8] six', () => {",
    "it.each([\n  1,\n])('seven [fault 9]', () => {",
    "// it('[fault 10', as one writes",
    "it('ten without one', () => {",
  ].join('\n');
  expect(read(text)).toEqual([
    ['one', [3], false],
    ['two', [4, 15], false],
    ["it's three", [5], true],
    ['four', [6], true],
    ['five', [7], true],
    ['six', [8], false],
    ['seven', [9], false],
  ]);
});

it('an untested, a night-only and an unknown fault are reported', () => {
  const file = 'x.test.ts';
  const all = FAULTS.map(({ number }) => number);
  const covered = { file, title: 'all but two', faults: all.filter((number) => number > 2), isNightOnly: false };
  expect(listCoverageProblems([covered]).map((hole) => hole.slice(0, 9))).toEqual(['Fault 1 h', 'Fault 2 h']);
  const night = { file, title: 'at night', faults: [1, 2], isNightOnly: true };
  expect(listCoverageProblems([covered, night])).toHaveLength(2);
  const wrong = { file, title: 'wrong', faults: [1, 2, FAULTS.length + 1], isNightOnly: false };
  expect(listCoverageProblems([covered, wrong])).toEqual([
    `x.test.ts names fault ${FAULTS.length + 1}, which does not exist: wrong`,
  ]);
});
