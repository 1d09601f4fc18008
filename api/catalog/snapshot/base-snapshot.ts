import type { Transaction } from 'kysely';
import { detailsBlockOf } from '#contract/blocks/details-block.ts';
import type { BlockEntry } from '#contract/http/catalog.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Schema } from '../../storage/schema.ts';
import type { ShopVersion } from '../feed/feed.repository.ts';
import { idsAround } from './plan-cards-blocks.ts';
import type { CardsUnit } from './plan-cards-blocks.ts';
import { findStoredPlan, listChangedRows } from './snapshot.repository.ts';
import type { BuiltManifest } from './built-manifest.ts';

/** After more changes than this part of a shop's products, nearly every block is touched, and looking for untouched ones does not pay. */
const MOST_CHANGED_SHARE = 1 / 4;

/** The newest stored snapshot of a shop, whose blocks the next one reuses where nothing changed. */
export interface BaseSnapshot {
  readonly manifest: BuiltManifest;
  readonly plan: CardsUnit[][];
  /** Returns the block of exactly these units; undefined when there is none or when something in it has changed since. */
  findCards(units: readonly CardsUnit[]): BlockEntry | undefined;
  /** Returns the block of a range of ids; undefined when there is none or when something in the range has changed since. */
  findDetails(range: number): BlockEntry | undefined;
}

/** Finds the snapshot whose blocks a new one can reuse, if there is one. Reads only the changed rows, by the index of change numbers. */
export async function findBaseSnapshot(
  trx: Transaction<Schema>,
  shop: ShopKey,
  { seq, count }: ShopVersion,
  cardsBlockRows: number,
): Promise<BaseSnapshot | undefined> {
  const stored = await findStoredPlan(trx, shop);
  if (!stored) return undefined;
  const { manifest, plan } = stored;
  const isRewritten = seq - manifest.seq > Math.max(count * MOST_CHANGED_SHARE, cardsBlockRows);
  if (isRewritten) return { manifest, plan, findCards: () => undefined, findDetails: () => undefined };
  const touchedUnits = new Set<string>();
  const touchedRanges = new Set<number>();
  for (const { id, main_category, category } of await listChangedRows(trx, shop, manifest.seq)) {
    touchedRanges.add(detailsBlockOf(id));
    if (main_category === undefined || category === undefined) continue;
    touchedUnits.add(nameOf({ main_category, category }));
    touchedUnits.add(nameOf({ main_category, category, ids: idsAround(id, cardsBlockRows) }));
  }
  const cards = manifest.blocks.filter(({ kind }) => kind === 'cards');
  const cardsOf = new Map(plan.map((units, place) => [JSON.stringify(units), cards[place]]));
  const detailsOf = new Map(
    manifest.blocks.flatMap((entry) => (entry.range === undefined ? [] : [[entry.range, entry]])),
  );
  return {
    manifest,
    plan,
    // A row that joined a unit has a new number, and one that left lowers the unit's count: untouched units with equal counts hold the same rows.
    findCards: (units) =>
      units.some((unit) => touchedUnits.has(nameOf(unit))) ? undefined : cardsOf.get(JSON.stringify(units)),
    findDetails: (range) => (touchedRanges.has(range) ? undefined : detailsOf.get(range)),
  };
}

const nameOf = ({ main_category, category, ids }: Omit<CardsUnit, 'rows'>): string =>
  JSON.stringify([main_category, category, ids]);
