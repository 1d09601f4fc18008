import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const ANSWERS: ReadonlySet<string> = new Set(['met', 'accepted', 'not applicable']);

/** By section of ASVS 5.0.0: one digit for each of its requirements in order, which is the requirement's level. */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

/** The ids of all requirements of levels 1 and 2, each with its level. */
const REQUIRED = new Map(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, index) => (level === '3' ? [] : [[`${section}.${index + 1}`, level] as const])),
  ),
);

interface Row {
  readonly id: string;
  readonly level: string;
  readonly requirement: string;
  readonly answer: string;
  readonly reason: string;
}

const TEXT = readFileSync(join(ROOT, 'docs', 'asvs.md'), 'utf8');
const ROWS = TEXT.split(/^(?:- |#)/m)
  .map((item) => /^\*\*([\d.]+) (.+)\*\* \(level (\d), ([\w ]+)\): (.+)$/.exec(item.trim().replaceAll(/\s+/g, ' ')))
  .filter((match) => match !== null)
  .map(([, id = '', requirement = '', level = '', answer = '', reason = '']): Row => ({
    id,
    level,
    requirement,
    answer,
    reason,
  }));

/** Files in a reason, and titles of tests after them in quotes. */
const EVIDENCE = /`((?:api|sync|transfer|pwa|docs)\/[^`*]+\.(?:tsx?|md))`(?: "([^"]+)")?/g;

it('the list of ASVS has each requirement of levels 1 and 2 once, in order', () => {
  expect(REQUIRED.size).toBe(253);
  expect(ROWS.map(({ id, level }) => [id, level])).toEqual([...REQUIRED]);
});

it('each entry of the list of ASVS has an answer with a reason', () => {
  const poor = ROWS.filter(
    ({ requirement, answer, reason }) => requirement.length < 3 || !ANSWERS.has(answer) || reason.length < 8,
  );
  expect(poor).toEqual([]);
});

it('each requirement that is met names a file that shows it', () => {
  const unproven = ROWS.filter(({ answer, reason }) => answer === 'met' && [...reason.matchAll(EVIDENCE)].length === 0);
  expect(unproven.map(({ id }) => id)).toEqual([]);
});

it('each file and test that the list of ASVS names exists', () => {
  const missing = ROWS.flatMap(({ id, reason }) =>
    [...reason.matchAll(EVIDENCE)].flatMap(([, file = '', title]) => {
      const path = join(ROOT, file);
      if (!existsSync(path)) return [`${id}: ${file}`];
      return title === undefined || readFileSync(path, 'utf8').includes(title) ? [] : [`${id}: ${file} "${title}"`];
    }),
  );
  expect(missing).toEqual([]);
});
