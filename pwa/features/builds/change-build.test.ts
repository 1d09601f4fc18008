import { expect, test } from 'vitest';
import type { Build, BuildPart } from '#pwa/platform/storage/parse-builds.ts';
import { addPart, setQuantity } from './change-build.ts';

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

test('in a free build, and without a slot, a part is added beside the others', () => {
  expect(ids(addPart(build([part(1, 'Case')], true), part(2, 'Case')).build)).toEqual(['1x1', '2x1']);
  expect(ids(addPart(build([part(1, '')]), part(2, '')).build)).toEqual(['1x1', '2x1']);
});

test('a part that is there is counted up to 99', () => {
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
