import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test or group of tests whose title names the faults it covers. */
export interface FaultTest {
  /** Path from the project's folder. */
  readonly file: string;
  /** Title without the fault numbers. */
  readonly title: string;
  readonly faults: readonly number[];
  /** Runs with `NIGHT=1` only. */
  readonly isNightOnly: boolean;
}

/** Matches a call whose first argument is a title with faults: the callee (or the end of a table of cases), the title, and the next argument. */
const TITLED =
  /(\b(?:test|it|describe)\b[^\n]*?|^ *\]\))\(\s*(['"`])((?:(?!\2)[^\\\n]|\\.)*\[faults? [\d, ]+\](?:(?!\2)[^\\\n]|\\.)*)\2(?=(,\s*\n[^\n]*|[^\n]*))/gm;
const TAG = /\[faults? ([\d, ]+)\]/g;
const NIGHT = /@night|'NIGHT'|isNight/;

/** Lists all tests whose titles have `[fault N]` or `[faults N, M]`, by file and position. */
export function listFaultTests(root: string): readonly FaultTest[] {
  const files = globSync('{api,sync,pwa}/**/*.{test,spec}.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => !file.startsWith('pwa/e2e/faults/coverage/'))
    .toSorted()
    .flatMap((file) => parseFaultTests(file, readFileSync(join(root, file), 'utf8')));
}

/** Lists the tests with such titles in a file's text. */
export function parseFaultTests(file: string, text: string): readonly FaultTest[] {
  return [...text.matchAll(TITLED)].map(([, call = '', , title = '', rest = '']) => ({
    file,
    title: title.replaceAll(TAG, '').replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' ').trim(),
    faults: [...title.matchAll(TAG)].flatMap(([, numbers = '']) => numbers.split(',').map(Number)),
    isNightOnly: NIGHT.test(call) || NIGHT.test(rest),
  }));
}
