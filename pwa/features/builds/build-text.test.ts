import { expect, test } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import type { AssessedPart } from './assess-build.ts';
import { formatBuildText } from './build-text.ts';

const part = (id: number, more: Partial<AssessedPart>, quantity = 1): AssessedPart => ({
  part: { shop: 'pc', id, quantity, slot: '', title: '' },
  card: undefined,
  slot: 'Memory',
  title: `P${id}`,
  price: 1_050 as Cents,
  typicalPrice: 0 as Cents,
  stock: undefined,
  problem: undefined,
  ...more,
});

test('a build is copied as lines of plain text that name problems and end with the link', () => {
  const parts = [
    part(1, {}, 2),
    part(2, { problem: 'fewer', stock: 1 }),
    part(3, { problem: 'deleted', title: '', slot: '' }),
    part(4, { price: 0 as Cents }),
  ];
  const build = { parts, total: 3_150 as Cents, typicalTotal: 5_000 as Cents, problems: 2, unpriced: 1 };
  expect(formatBuildText('My build', build, 'https://x.test/builds?parts=1x2')).toBe(
    [
      'My build',
      '',
      'Memory: 2 × P1 ($10.50)',
      'Memory: P2 (Only 1 in stock)',
      'Other parts: Product 3 (No longer in the shop)',
      'Memory: P4 (No price)',
      '',
      'Price total: $31.50',
      'Typical price total: $50.00',
      'https://x.test/builds?parts=1x2',
    ].join('\n'),
  );
});

test('without a typical price there is no line for its total', () => {
  const build = { parts: [], total: 0 as Cents, typicalTotal: 0 as Cents, problems: 0, unpriced: 0 };
  expect(formatBuildText('', build, '/x')).toBe('Build without a name\n\n\nPrice total: $0.00\n/x');
});
