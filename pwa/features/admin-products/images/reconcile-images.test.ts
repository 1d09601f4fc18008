import { expect, test } from 'vitest';
import type { ImageRef } from '#sync/api/admin-api.ts';
import { reconcileImages } from './reconcile-images.ts';

const stored = (name: string) => ({ kind: 'stored', name }) as const;
const kept = (id: string): ImageRef => ({ kind: 'kept', id });

test('deleted images leave the form, new ones are added, and the order is retained', () => {
  expect(
    reconcileImages([stored('2.webp'), stored('1.webp'), stored('9.webp')], ['1.webp', '2.webp', '3.webp'].map(stored)),
  ).toEqual([stored('2.webp'), stored('1.webp'), stored('3.webp')]);
});

test('new images of the product come before those that the form adds at its end', () => {
  expect(reconcileImages([kept('a'), kept('b')], [stored('1.webp')])).toEqual([stored('1.webp'), kept('a'), kept('b')]);
  expect(reconcileImages([kept('a'), stored('1.webp')], ['1.webp', '2.webp'].map(stored))).toEqual([
    kept('a'),
    stored('1.webp'),
    stored('2.webp'),
  ]);
});
