import { expect, test } from 'vitest';
import { reuseEqual } from './reuse-equal.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly images?: readonly string[];
  readonly rejection?: { readonly code: string } | null;
}

const reuse = (next: readonly Row[], previous: readonly Row[]): Row[] => reuseEqual(next, previous, ({ id }) => id);

test('an unchanged row stays the same object wherever it moves; a changed row is a new object', () => {
  const [a, b] = [{ id: 'a', text: 'one' } as const, { id: 'b', text: 'two' } as const];
  const next = reuse([{ id: 'b', text: 'three' }, { ...a }, { id: 'c', text: 'new' }], [a, b]);
  expect(next.map(({ id, text }) => `${id} ${text}`)).toEqual(['b three', 'a one', 'c new']);
  expect(next[1]).toBe(a);
  expect(next[0]).not.toBe(b);
});

test('nested values are compared, too', () => {
  const row = { id: 'a', text: '', images: ['1', '2'], rejection: { code: 'blocked' } };
  expect(reuse([structuredClone(row)], [row])[0]).toBe(row);
  const changes = [
    { ...row, images: ['1'] },
    { ...row, images: ['1', '3'] },
    { ...row, rejection: null },
    { ...row, rejection: { code: 'gone' } },
    { id: 'a', text: '', images: ['1', '2'] },
  ];
  for (const changed of changes) expect(reuse([changed], [row])[0]).toBe(changed);
});
