import type { Transaction } from 'kysely';
import { parseClaim } from '#contract/http/shop-claim.ts';
import type { ShopPosition } from '#contract/http/shop-claim.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { DataHistory } from '../../storage/data-history.ts';
import type { Schema } from '../../storage/schema.ts';
import { readManifest } from '../snapshot/read-manifest.ts';
import { readShopChanges, toPageJson } from './change-feed.ts';
import type { ChangesReply } from './change-feed.ts';

/**
 * Maximum number of changes, and of bytes, of another shop in the reply to a call for one shop; a shop with more is left to a call of its
 * own.
 */
export const MAX_OTHER_CHANGES = 50;
const MAX_OTHER_BYTES = 65_536;

/** What a device has of each shop other than the one that it asks for, as texts of the query. */
export type Claims = Partial<Record<ShopKey, string | undefined>>;

const UNCHANGED = '1';

/**
 * Reads the changes of other shops, as JSON texts by shop; `known` is the device's epoch. A shop with many changes is left out, so that the
 * shop on the screen need not wait for it.
 */
export async function readOtherShops(
  history: DataHistory,
  trx: Transaction<Schema>,
  epoch: string,
  known: string,
  claims: Claims,
): Promise<Map<ShopKey, string>> {
  const others = new Map<ShopKey, string>();
  for (const [shop, text] of Object.entries(claims) as [ShopKey, string | undefined][]) {
    if (!text) continue;
    const claim = parseClaim(text);
    const json =
      claim === 'new'
        ? await readNewShop(history, trx, epoch, shop)
        : await readKnownShop(history, trx, epoch, shop, known, claim);
    if (json !== undefined && json.length <= MAX_OTHER_BYTES) others.set(shop, json);
  }
  return others;
}

async function readKnownShop(
  history: DataHistory,
  trx: Transaction<Schema>,
  epoch: string,
  shop: ShopKey,
  known: string,
  claim: ShopPosition,
): Promise<string | undefined> {
  const cursor = { ...claim, epoch: known, limit: MAX_OTHER_CHANGES, maxBytes: MAX_OTHER_BYTES };
  const page = await readShopChanges(history, trx, epoch, shop, cursor);
  if ('more' in page && page.more) return undefined;
  return isUnchanged(page, claim) ? UNCHANGED : toPageJson(page);
}

async function readNewShop(
  history: DataHistory,
  trx: Transaction<Schema>,
  epoch: string,
  shop: ShopKey,
): Promise<string | undefined> {
  const found = await readManifest(history, trx, epoch, shop);
  if (!found) return undefined;
  const { seq: since, proof, viewsSeq: views, viewsProof } = found;
  const cursor = { epoch, since, proof, views, viewsProof };
  const limits = { limit: MAX_OTHER_CHANGES, maxBytes: MAX_OTHER_BYTES };
  const changes = await readShopChanges(history, trx, epoch, shop, { ...cursor, ...limits });
  const hasAll = 'more' in changes && !changes.more;
  return `{"manifest":${found.json}${hasAll ? `,"changes":${toPageJson(changes)}` : ''}}`;
}

/** Whether the device already has everything that a page of changes contains. */
function isUnchanged(page: ChangesReply, claim: ShopPosition): boolean {
  return (
    'seq' in page &&
    page.seq === claim.since &&
    page.viewsSeq === claim.views &&
    page.proof === undefined &&
    page.viewsProof === undefined &&
    page.snapshotSeq <= claim.snapshotSeq &&
    page.count === claim.sum?.count &&
    page.digest === claim.sum?.digest
  );
}
