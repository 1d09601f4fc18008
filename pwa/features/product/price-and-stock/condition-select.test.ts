import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { CONDITIONS } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';
import { setShop } from '#pwa/messages/shop.ts';
import { ConditionSelect } from './condition-select.tsx';

afterEach(() => setShop({}));

const offers = CONDITIONS.map((condition) => ({ condition, price: 999_999_999 as Cents, quantity: 3 }));

/** The line under the select field. */
const meaningOf = (chosen: 'good' | 'excellent' | undefined): string | undefined =>
  /<p[^>]*>(.*?)<\/p>/.exec(
    renderToStaticMarkup(createElement(ConditionSelect, { offers, chosen, onChoose: () => undefined })),
  )?.[1];

test('a condition shows the shop’s own text, or the app’s text when the shop has none in this language', () => {
  const good = meaningOf('good');
  const excellent = meaningOf('excellent');
  expect([good, excellent].map(Boolean)).toEqual([true, true]);
  setShop({ conditions: { good: { en: 'Scratches on the back.' }, excellent: { ru: 'Как новый.' } } });
  expect([meaningOf('good'), meaningOf('excellent'), meaningOf(undefined)]).toEqual([
    'Scratches on the back.',
    excellent,
    undefined,
  ]);
});
