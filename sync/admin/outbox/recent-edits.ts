import type { Product } from '#contract/product.ts';
import type { AdminOperation } from '../admin-api.ts';
import { changedFields } from './merge-edit.ts';
import { productKey } from './operation-record.ts';

interface RecentEdit {
  /** The product's version that this device made. */
  readonly version: number;
  /** Fields that this device has written into it, also in versions before, one right after the other. */
  readonly fields: ReadonlySet<string>;
}

/**
 * What this device itself wrote last into products. An edit that begins before the list shows the one before it starts from an older version,
 * and nobody is asked about their own work.
 */
export class RecentEdits {
  readonly #edits = new Map<string, RecentEdit>();

  /** An operation was done, and a product came of it. */
  note(operation: AdminOperation, { id, seq }: Product): void {
    if (operation.kind !== 'editProduct') return;
    const key = productKey(operation.shop, id);
    const before = this.find(operation.shop, id, operation.base.version);
    const fields = Object.keys(changedFields(operation.base.fields, operation.fields));
    this.#edits.set(key, { version: seq, fields: new Set([...(before ?? []), ...fields]) });
  }

  /** Fields of a product that this device wrote, if it is as this device left it; else undefined. */
  find(shop: Parameters<typeof productKey>[0], id: number, version: number): ReadonlySet<string> | undefined {
    const known = this.#edits.get(productKey(shop, id));
    return known?.version === version ? known.fields : undefined;
  }
}
