import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { FAULTS, UNTESTED } from './fault-list.ts';
import type { FaultTest } from './list-fault-tests.ts';

/** Lists problems of the coverage; empty when each fault has a test in every run. */
export function listCoverageProblems(tests: readonly FaultTest[]): readonly string[] {
  const known = new Set(FAULTS.map(({ number }) => number));
  const everyRun = new Set(tests.filter(({ isNightOnly }) => !isNightOnly).flatMap(({ faults }) => faults));
  return [
    ...FAULTS.filter(({ number }) => !everyRun.has(number) && !UNTESTED.has(number)).map(
      ({ number, fault }) => `Fault ${number} has no test that every run executes: ${fault}`,
    ),
    ...[...UNTESTED.keys()]
      .filter((number) => everyRun.has(number))
      .map((number) => `Fault ${number} is listed as untested and has a test`),
    ...tests.flatMap(({ file, title, faults }) =>
      faults
        .filter((number) => !known.has(number))
        .map((number) => `${file} names fault ${number}, which does not exist: ${title}`),
    ),
  ];
}

/** Renders FAULTS.md, formatted as all documents: each fault with the tests that cover it. */
export async function renderCoverageReport(tests: readonly FaultTest[]): Promise<string> {
  const sections = FAULTS.map(({ number, layers, fault, expected }) => {
    const covering = tests.filter(({ faults }) => faults.includes(number)).map(toLine);
    const reason = UNTESTED.get(number);
    const list = [...covering, ...(reason === undefined ? [] : [`- not tested: ${reason}`])];
    return [
      `## ${number}. ${fault}`,
      `Expected: ${expected}. Tried by: ${layers}.`,
      ...(list.length > 0 ? [list.join('\n')] : []),
    ].join('\n\n');
  });
  const text = [
    '# The faults, and the tests that cover them',
    'Made from the titles of the tests by `npm run faults`; do not edit. Every run of the tests checks that no fault is without one.',
    ...sections,
  ].join('\n\n');
  return format(text, {
    ...(await resolveConfig(fileURLToPath(new URL('../FAULTS.md', import.meta.url)))),
    parser: 'markdown',
  });
}

const toLine = ({ file, title, isNightOnly }: FaultTest): string =>
  `- \`${file}\`: ${escapeMarkdown(title)}${isNightOnly ? ' (with `NIGHT=1`)' : ''}`;

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_<>[\]$]/g, String.raw`\$&`);
