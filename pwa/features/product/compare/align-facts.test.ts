import { expect, test } from 'vitest';
import { alignFacts } from './align-facts.ts';
import type { Fact } from '#contract/text/read-facts.ts';

const facts = (pairs: Record<string, string>): Fact[] => Object.entries(pairs).map(([key, value]) => ({ key, value }));

test('facts are aligned by key without regard to case, spaces and hyphens', () => {
  const rows = alignFacts([
    facts({ 'Battery life': '20 h', Weight: '250 g' }),
    facts({ weight: '250 G', 'Battery-Life': '30 h' }),
  ]);
  expect(rows).toEqual([
    { key: 'Battery life', values: ['20 h', '30 h'], differs: true },
    { key: 'Weight', values: ['250 g', '250 G'], differs: false },
  ]);
});

test('keys that most products have come first, in the order of the descriptions', () => {
  const rows = alignFacts([
    facts({ Pipes: '4', Height: '1' }),
    facts({ Noise: '9', Fan: '2', Height: '1' }),
    facts({ Fan: '2' }),
  ]);
  expect(rows.map(({ key }) => key)).toEqual(['Height', 'Fan', 'Pipes', 'Noise']);
});

test('a row differs if one description lacks its key; an unknown description does not count', () => {
  const [missing] = alignFacts([facts({ Fan: '2' }), facts({})]);
  expect(missing).toEqual({ key: 'Fan', values: ['2', undefined], differs: true });
  const [unknown] = alignFacts([facts({ Fan: '2' }), undefined, facts({ Fan: '2' })]);
  expect(unknown).toEqual({ key: 'Fan', values: ['2', undefined, '2'], differs: false });
  expect(alignFacts([facts({ Fan: '2' })])[0]?.differs).toBe(false);
  expect(alignFacts([])).toEqual([]);
});

test('a sign before a number makes a difference', () => {
  expect(alignFacts([facts({ Frost: '-5 °C' }), facts({ Frost: '5 °C' })])[0]?.differs).toBe(true);
});
