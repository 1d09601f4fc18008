import { ApiError } from '#contract/http/errors.ts';
import type { WatchedProduct } from '#contract/http/push.ts';
import { toOffer } from '#contract/products/offer.ts';
import type { Offer } from '#contract/products/offer.ts';
import { getShop } from '#contract/shops.ts';
import { digestWatchList } from '#contract/products/watch.ts';
import type { Watch, WatchList } from '#contract/products/watch.ts';
import { findCards } from '../../catalog/reads/catalog.repository.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import { beginWatch } from './watch-rules.ts';
import {
  deleteWatches,
  findWatchList,
  hasSubscription,
  insertWatches,
  listWatches,
  saveSettings,
} from './watch.repository.ts';

/** The watch lists of subscribed devices. The list on the device is authoritative; the server keeps a copy, by which it sends messages. */
export interface Watches {
  /** Whether the server's copy of a device's list has this digest. */
  agrees(sub: string, endpoint: string, digest: number): Promise<boolean>;
  /**
   * Makes the copy equal to the list; keeps what the device was told about products that stay. @throws ApiError not-found for a device
   * without subscription
   */
  replace(sub: string, endpoint: string, list: WatchList): Promise<void>;
  /** Ends watches of a user's device. */
  stop(sub: string, endpoint: string, products: readonly WatchedProduct[]): Promise<void>;
}

export const createWatches = ({
  database,
  write,
}: {
  readonly database: Database;
  readonly write: Write;
}): Watches => ({
  async agrees(sub, endpoint, digest) {
    return database.reader.transaction().execute(async (trx) => {
      const list = (await hasSubscription(trx, sub, endpoint)) && (await findWatchList(trx, endpoint));
      return list ? digestWatchList(list) === digest : false;
    });
  },

  replace: (sub, endpoint, list) =>
    write(async ({ trx }) => {
      if (!(await hasSubscription(trx, sub, endpoint)))
        throw new ApiError('not-found', 'This device has no push subscription.');
      const known = new Set((await listWatches(trx, endpoint)).map(toKey));
      const wanted = new Set(list.watches.map(toKey));
      await saveSettings(trx, endpoint, list);
      await deleteWatches(
        trx,
        endpoint,
        (await listWatches(trx, endpoint)).filter((watch) => !wanted.has(toKey(watch))),
      );
      const added = list.watches.filter((watch) => !known.has(toKey(watch)));
      const offers = await findOffers(trx, added);
      await insertWatches(
        trx,
        added.map(({ shop, id, life, saved_cents }) => ({
          endpoint,
          shop,
          product_id: id,
          life,
          saved_cents,
          ...beginWatch(saved_cents, offers.get(`${shop} ${id} ${life}`)),
        })),
      );
    }),

  stop: (sub, endpoint, products) =>
    write(async ({ trx }) => {
      if (await hasSubscription(trx, sub, endpoint)) await deleteWatches(trx, endpoint, products);
    }),
});

/** Identifies a watch: one saved at another price, or of another life of the product, is a different watch. */
const toKey = ({ shop, id, life, saved_cents }: Watch): string => [shop, id, life, saved_cents].join(' ');

async function findOffers(db: Queryable, watches: readonly Watch[]): Promise<ReadonlyMap<string, Offer>> {
  const idsByShop = Map.groupBy(watches, ({ shop }) => shop);
  const offers = new Map<string, Offer>();
  for (const [shop, inShop] of idsByShop) {
    const cards = await findCards(
      db,
      shop,
      inShop.map(({ id }) => id),
    );
    for (const card of cards) offers.set(`${shop} ${card.id} ${card.life}`, toOffer(getShop(shop).offer, card));
  }
  return offers;
}
