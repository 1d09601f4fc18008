import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import type { ShopCards } from '#pwa/features/scanner/found-products.tsx';
import type { CatalogApi } from '#sync/api/engine-api.ts';

/** The products of a barcode in all shops. */
export interface BarcodeResult {
  /** Shops that have some, the shopper's own first. */
  readonly found: readonly ShopCards[];
  /** A shop could not be searched, or not completely: for example, its details are not on the device, and there is no network. */
  readonly isUnsure: boolean;
}

/** Finds the products with a barcode in all shops: an item in the hand does not show which shop lists it. */
export async function findByBarcode(
  catalog: Pick<CatalogApi, 'browse'>,
  own: ShopRow,
  barcode: string,
): Promise<BarcodeResult> {
  const shops = [own, ...SHOP_ROWS.filter(({ key }) => key !== own.key)];
  const answers = await Promise.allSettled(
    shops.map(({ key }) => catalog.browse(key, { ...EMPTY_BROWSE_STATE, search: barcode })),
  );
  const found = answers.flatMap((answer, index): ShopCards[] => {
    const shop = shops[index];
    return shop && answer.status === 'fulfilled' && answer.value.cards.length > 0
      ? [{ shop, cards: answer.value.cards }]
      : [];
  });
  const isUnsure = answers.some((answer) => answer.status === 'rejected' || answer.value.isPartial === true);
  return { found, isUnsure };
}
