import { subtractDigest } from '#contract/blocks/digest.ts';
import type { ChangesPage } from '#contract/http/catalog.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { PullLimits } from './pull-context.ts';

/** Number and digest of products. */
interface Sum {
  readonly count: number;
  readonly digest: number;
}

/**
 * Returns whether the device matches the server at the cursor; quarantined rows are left out on both sides. Also
 * returns true when they cannot be compared, or when the last repair left the same difference: repairs wait for the
 * next snapshot.
 */
export function isIntact(catalog: ShopCatalog, page: ChangesPage, limits: PullLimits): boolean {
  const difference = describeDifference(catalog, page, limits);
  return difference === undefined || difference === catalog.lastingDifference;
}

/**
 * Describes how the device differs from the server; undefined if it does not differ, or if they cannot be compared.
 * Changes that both of them receive do not change the text. The server adds the digests of cards (`digestCard` of the contract), the device
 * those of its rows (`#digestRow` of `index/column-index.ts`).
 */
export function describeDifference(catalog: ShopCatalog, page: ChangesPage, limits: PullLimits): string | undefined {
  const { record, index } = catalog;
  // Checked first: newer rows may make the digests equal although a block of cards is damaged. The tab would then ask the server for every
  // list until the next snapshot.
  if (record && catalog.state === 'partial') return `${record.manifest.seq} without cards`;
  if (page.digest === undefined || page.count === undefined || page.seq !== record?.cursor) return undefined;
  // The columns in separate blocks are missing, or do not belong to these cards.
  if (index && index.digest === undefined) return `${record.manifest.seq} without columns`;
  const sums = withoutQuarantined(catalog, { count: page.count, digest: page.digest }, limits);
  if (!sums) return undefined;
  const count = sums.server.count - sums.device.count;
  const digest = subtractDigest(sums.server.digest, sums.device.digest);
  return count === 0 && digest === 0 ? undefined : [record.manifest.seq, count, digest].join(' ');
}

/** Subtracts the quarantined rows from both sums; undefined if one of them is not known well enough. */
function withoutQuarantined(
  { index, record }: ShopCatalog,
  server: Sum,
  limits: PullLimits,
): { readonly server: Sum; readonly device: Sum } | undefined {
  const rows = record?.quarantined ?? [];
  // At the limit, older quarantined rows are no longer recorded.
  if (index?.digest === undefined || rows.length >= limits.quarantinedRows) return undefined;
  const sums = { server: { ...server }, device: { count: index.count, digest: index.digest } };
  for (const { id, digest } of rows) {
    if (id === null || digest === undefined) return undefined;
    subtract(sums.server, digest);
    // The device may have an earlier version of the row, which was readable.
    const earlier = index.findDigest(id);
    if (earlier !== undefined) subtract(sums.device, earlier);
  }
  return sums;
}

function subtract(sum: { count: number; digest: number }, digest: number): void {
  sum.count -= 1;
  sum.digest = subtractDigest(sum.digest, digest);
}
