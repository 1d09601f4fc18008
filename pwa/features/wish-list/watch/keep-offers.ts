import { toOffer } from '#contract/products/offer.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { savedOffers } from './saved-offers.ts';
import type { SavedOffer } from './saved-offers.ts';
import type { CatalogApi, WireCard } from '#sync/api/engine-api.ts';

/** Stores the offers of products that are new on a shop's wish list, notes which have sold out, and deletes the offers of removed ones. */
export async function keepOffers(
  catalog: Pick<CatalogApi, 'cards'>,
  shop: ShopKey,
  listIds: () => readonly number[],
): Promise<void> {
  const cards = new Map((await catalog.cards(shop, listIds())).map((card) => [card.id, card]));
  // The list may have changed meanwhile.
  const ids = listIds();
  const before = savedOffers.get()[shop] ?? {};
  const next = nextOffers(shop, ids, before, cards);
  if (JSON.stringify(next) !== JSON.stringify(before)) {
    savedOffers.change(shop, (latest) => nextOffers(shop, ids, latest, cards));
  }
}

function nextOffers(
  shop: ShopKey,
  ids: readonly number[],
  saved: Readonly<Record<number, SavedOffer>>,
  cards: ReadonlyMap<number, WireCard>,
): Record<number, SavedOffer> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const offer = nextOffer(shop, saved[id], cards.get(id));
      return offer ? [[id, offer]] : [];
    }),
  );
}

function nextOffer(shop: ShopKey, saved: SavedOffer | undefined, card: WireCard | undefined): SavedOffer | undefined {
  // A product that was deleted or is not on the device may come back, so its offer stays.
  if (!card) return saved;
  const { price, isAvailable } = toOffer(getShop(shop).offer, card);
  // Another product under the same id is saved anew.
  if (saved?.life !== card.life) return { life: card.life, price, wasAvailable: isAvailable, isWatched: true };
  return isAvailable || !saved.wasAvailable ? saved : { ...saved, wasAvailable: false };
}
