import { describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import { sampleAffiliate, sampleOpenBox } from '#contract/testing/sample-products.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { listLabels, planSheets } from './plan-labels.ts';

const shopOf = (key: string) => {
  const shop = SHOP_ROWS.find((row) => row.key === key);
  if (!shop) throw new Error(`there is no shop ${key}`);
  return shop;
};
const ORIGIN = 'https://shop.example';

describe('shelf labels', () => {
  it('have name, price and the link of the product', () => {
    const card = { ...toCard('affiliate', sampleAffiliate({ id: 7, title: 'Lamp', price: '19.9' })), view_count: 0 };
    expect(listLabels(shopOf('pc'), [card as WireCard], ORIGIN)).toEqual([
      { id: 7, title: 'Lamp', price: 1990, condition: null, link: 'https://shop.example/pcshop?product=7' },
    ]);
  });

  it('of an open-box product exist once per condition in stock; if none is in stock, once without a price', () => {
    const stocked = sampleOpenBox({
      id: 1,
      excellent_condition_price: '50',
      excellent_condition_available_quantity: '2',
      good_condition_price: '40',
      good_condition_available_quantity: '0',
      acceptable_condition_price: '30',
      acceptable_condition_available_quantity: '1',
    });
    const cards = [stocked, sampleOpenBox({ id: 2 })].map((product) => ({
      ...toCard('openBox', product),
      view_count: 0,
    }));
    expect(
      listLabels(shopOf('ayz'), cards as WireCard[], ORIGIN).map(({ id, price, condition }) => [id, price, condition]),
    ).toEqual([
      [1, 5000, 'excellent'],
      [1, 3000, 'acceptable'],
      [2, 0, null],
    ]);
  });

  it('fill the sheets from the first free label on, each as often as wanted', () => {
    const cards = [1, 2].map((id) => ({ ...toCard('affiliate', sampleAffiliate({ id })), view_count: 0 }) as WireCard);
    const labels = listLabels(shopOf('pc'), cards, ORIGIN);
    const idsOf = (choice: Parameters<typeof planSheets>[1]) =>
      planSheets(labels, choice).map((sheet) => sheet.map((label) => label?.id ?? null));
    expect(idsOf({ copies: 1, firstLabel: 1, perSheet: 4 })).toEqual([[1, 2]]);
    expect(idsOf({ copies: 3, firstLabel: 3, perSheet: 4 })).toEqual([
      [null, null, 1, 1],
      [1, 2, 2, 2],
    ]);
    expect(idsOf({ copies: 1, firstLabel: 99, perSheet: 4 })).toEqual([[null, null, null, 1], [2]]);
    expect(planSheets([], { copies: 1, firstLabel: 1, perSheet: 4 })).toEqual([]);
  });
});
