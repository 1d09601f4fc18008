import { isDeepStrictEqual } from 'node:util';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { SortKey } from '#contract/shops.ts';
import { isSameState } from '#sync/catalog/store/catalog-store.ts';
import { HEAD, readFirstPage } from '#sync/catalog/store/first-pages.ts';
import type { FirstPagesHead, FirstPagesRecord, StoredPages } from '#sync/catalog/store/first-pages.ts';
import { Violation } from '../plans/step.ts';
import { readTable } from '../world/read-disk.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { readShopOnDisk } from '../world/stored-shop.ts';

const SORTS: readonly (SortKey | null)[] = [null, 'views', 'priceAsc', 'priceDesc'];

/** Checks that each first page that a start would show is what the shop on the disk has. */
export function checkFirstPages(device: SimDevice): void {
  const records = readTable(device.disk, device.databaseName, 'firstPages') as unknown as FirstPagesRecord[];
  const head = records.find(({ list }) => list === HEAD) as FirstPagesHead | undefined;
  const stored = head && readShopOnDisk(device);
  if (!stored || device.hasDamage || !isSameState(head.state, stored.record)) return;
  for (const pages of records as (FirstPagesRecord & StoredPages)[]) {
    if (pages.list === HEAD) continue;
    const [mainCategory, category] = JSON.parse(pages.list) as [string | null, string | null];
    for (const sort of SORTS) {
      const state: BrowseState = { ...EMPTY_BROWSE_STATE, mainCategory, category, sort };
      const page = readFirstPage(head, pages, sort);
      const expected = stored.catalog.browse(state);
      const [has, should] = [page, expected].map((one) => [one?.total ?? 0, (one?.cards ?? []).map(toShown)]);
      if (!isDeepStrictEqual(has, should))
        throw new Violation(
          'first pages are of the shop',
          `${device.name}, ${pages.list} by ${sort}, shows ${JSON.stringify(has)}`,
        );
    }
  }
}

/** A card without the columns that may be on the disk before their blocks are, or after them. */
const toShown = (card: WireCard): object => ({ ...card, placeholder: '' });
