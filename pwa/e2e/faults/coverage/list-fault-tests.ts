import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test, or a group of tests, that says in its title which faults it covers. */
export interface FaultTest {
  /** From the project's folder. */
  readonly file: string;
  /** Without the faults. */
  readonly title: string;
  readonly faults: readonly number[];
  /** It runs with `NIGHT=1` only. */
  readonly isNightOnly: boolean;
}

/** A call whose first argument is such a title: what is called (or the end of a table of cases), the title, and the argument after it. */
const TITLED =
  /(\b(?:test|it|describe)\b[^\n]*?|^ *\]\))\(\s*(['"`])((?:(?!\2)[^\\\n]|\\.)*\[faults? [\d, ]+\](?:(?!\2)[^\\\n]|\\.)*)\2(?=(,\s*\n[^\n]*|[^\n]*))/gm;
const TAG = /\[faults? ([\d, ]+)\]/g;
const NIGHT = /@night|'NIGHT'|isNight/;

/** All tests of the project whose titles have `[fault N]` or `[faults N, M]`, by file and place. */
export function listFaultTests(root: string): readonly FaultTest[] {
  const files = globSync('{api,sync,pwa}/**/*.{test,spec}.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => !file.startsWith('pwa/e2e/faults/coverage/'))
    .toSorted()
    .flatMap((file) => parseFaultTests(file, readFileSync(join(root, file), 'utf8')));
}

/** The tests with such titles in one file's text. */
export function parseFaultTests(file: string, text: string): readonly FaultTest[] {
  return [...text.matchAll(TITLED)].map(([, call = '', , title = '', rest = '']) => ({
    file,
    title: title.replaceAll(TAG, '').replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' ').trim(),
    faults: [...title.matchAll(TAG)].flatMap(([, numbers = '']) => numbers.split(',').map(Number)),
    isNightOnly: NIGHT.test(call) || NIGHT.test(rest),
  }));
}
