import type { Product } from '#contract/products/product.ts';
import type { AdminOperation } from '../../api/admin-api.ts';
import { changedFields } from './merge-edit.ts';
import { productKey } from '../store/operations-table.ts';

interface RecentEdit {
  /** The product's version that this device created. */
  readonly version: number;
  /** Fields that this device has written in this version, and in directly preceding versions of its own. */
  readonly fields: ReadonlySet<string>;
}

/** The last edits of products by this device: an edit made on a list that does not show them yet must not conflict with them. */
export class RecentEdits {
  readonly #edits = new Map<string, RecentEdit>();

  /** Records an applied operation and the product that it resulted in. */
  note(operation: AdminOperation, { id, seq }: Product): void {
    if (operation.kind !== 'editProduct') return;
    const key = productKey(operation.shop, id);
    const before = this.find(operation.shop, id, operation.base.version);
    const fields = Object.keys(changedFields(operation.base.fields, operation.fields));
    this.#edits.set(key, { version: seq, fields: new Set([...(before ?? []), ...fields]) });
  }

  /** Fields of a product that this device wrote, if the product has not changed since; else undefined. */
  find(shop: Parameters<typeof productKey>[0], id: number, version: number): ReadonlySet<string> | undefined {
    const known = this.#edits.get(productKey(shop, id));
    return known?.version === version ? known.fields : undefined;
  }
}
