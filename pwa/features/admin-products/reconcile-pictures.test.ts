import { expect, test } from 'vitest';
import type { PictureRef } from '#sync/admin/admin-api.ts';
import { reconcilePictures } from './reconcile-pictures.ts';

const stored = (name: string): PictureRef => ({ kind: 'stored', name });
const kept = (id: string): PictureRef => ({ kind: 'kept', id });

test('a form keeps its order, loses what is gone and gets what is new', () => {
  expect(
    reconcilePictures([stored('2.webp'), stored('1.webp'), stored('9.webp')], ['1.webp', '2.webp', '3.webp']),
  ).toEqual([stored('2.webp'), stored('1.webp'), stored('3.webp')]);
});

test('pictures of a product come before those that the form adds at its end', () => {
  expect(reconcilePictures([kept('a'), kept('b')], ['1.webp'])).toEqual([stored('1.webp'), kept('a'), kept('b')]);
  expect(reconcilePictures([kept('a'), stored('1.webp')], ['1.webp', '2.webp'])).toEqual([
    kept('a'),
    stored('1.webp'),
    stored('2.webp'),
  ]);
});
