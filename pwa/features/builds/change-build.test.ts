import { describe, expect, test } from 'vitest';
import type { Build, BuildPart } from './parse-builds.ts';
import { addPart, setQuantity, takeBack } from './change-build.ts';

const part = (id: number, slot: string, quantity = 1): BuildPart => ({
  shop: 'pc',
  id,
  quantity,
  slot,
  title: `P${id}`,
});
const build = (parts: BuildPart[], isFree = false): Build => ({ id: 1, name: 'My build', isFree, parts });
const ids = ({ parts }: Build): string[] => parts.map(({ id, quantity }) => `${id}x${quantity}`);

test('a part takes the place of the one in its slot', () => {
  const { build: next, replaced } = addPart(
    build([part(1, 'Case'), part(2, 'Memory', 2), part(3, 'Fan')]),
    part(9, 'Memory'),
  );
  expect(ids(next)).toEqual(['1x1', '9x1', '3x1']);
  expect(replaced).toEqual([part(2, 'Memory', 2)]);
});

test('a part is added beside the others in a free build, and when it has no slot', () => {
  expect(ids(addPart(build([part(1, 'Case')], true), part(2, 'Case')).build)).toEqual(['1x1', '2x1']);
  expect(ids(addPart(build([part(1, '')]), part(2, '')).build)).toEqual(['1x1', '2x1']);
});

test('adding a part again raises its quantity, up to 99', () => {
  expect(ids(addPart(build([part(1, 'Case')]), part(1, 'Case')).build)).toEqual(['1x2']);
  const full = addPart(build([part(1, 'Case', 99)]), part(1, 'Case'));
  expect([ids(full.build), full.isFull]).toEqual([['1x99'], true]);
  // The same id in another shop is another product.
  expect(ids(addPart(build([part(1, 'Case')], true), { ...part(1, 'Case'), shop: 'ayz' }).build)).toEqual([
    '1x1',
    '1x1',
  ]);
});

test('the 501st part is rejected and replaces nothing', () => {
  const full = build(Array.from({ length: 500 }, (_, index) => part(index + 1, `Slot ${index}`)));
  expect(addPart(full, part(900, 'New'))).toEqual({ build: full, replaced: [], isFull: true });
  expect(addPart(full, part(900, 'Slot 7'))).toMatchObject({ isFull: false, replaced: [{ id: 8 }] });
});

test('a quantity of 0 removes a part', () => {
  const two = build([part(1, 'Case'), part(2, 'Fan')]);
  expect(ids(setQuantity(two, part(2, ''), 3))).toEqual(['1x1', '2x3']);
  expect(ids(setQuantity(two, part(2, ''), 200))).toEqual(['1x1', '2x99']);
  expect(ids(setQuantity(two, part(1, ''), 0))).toEqual(['2x1']);
});

describe('taking a change back', () => {
  const before = build([part(1, 'Case'), part(2, 'Fan'), part(3, 'Disk')]);

  test('puts a removed part back in its place and keeps all later changes', () => {
    const after = setQuantity(before, part(2, ''), 0);
    const latest = { ...addPart(setQuantity(after, part(3, ''), 4), part(4, 'Cable')).build, name: 'Renamed' };
    const back = takeBack(latest, { before, after });
    expect([ids(back), back.name]).toEqual([['1x1', '2x1', '3x4', '4x1'], 'Renamed']);
  });

  test('takes an added part out and puts back the one that it replaced', () => {
    const after = addPart(before, part(9, 'Case')).build;
    const latest = setQuantity(after, part(2, ''), 5);
    expect(ids(takeBack(latest, { before, after }))).toEqual(['1x1', '2x5', '3x1']);
    const more = setQuantity(after, part(9, ''), 3);
    expect(ids(takeBack(more, { before, after }))).toEqual(['1x1', '9x2', '2x1', '3x1']);
  });

  test('lowers a raised quantity by one, whatever it is now', () => {
    const after = addPart(before, part(1, 'Case')).build;
    expect(ids(takeBack(setQuantity(after, part(1, ''), 7), { before, after }))).toEqual(['1x6', '2x1', '3x1']);
    expect(ids(takeBack(setQuantity(after, part(1, ''), 0), { before, after }))).toEqual(['2x1', '3x1']);
  });

  test('never makes a build larger than it may be', () => {
    const after = setQuantity(before, part(2, ''), 0);
    const full = build(Array.from({ length: 500 }, (_, index) => part(index + 10, `Slot ${index}`)));
    expect(takeBack(full, { before, after }).parts).toHaveLength(500);
  });
});
