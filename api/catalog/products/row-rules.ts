import type { FieldChange } from '#contract/products/admin-product.ts';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import type { OfferKind } from '#contract/shops.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import type { PlannedProduct, ProductWrite, Rejection, StoredProduct } from './plan-product-write.ts';
import { toFields } from './product-rows.ts';

/** Rules for writes that come from the rows of a file. */
export interface RowRules {
  /** Row number of each write, in the order of the writes. */
  readonly rows: readonly number[];
  /** Numbers of the rows of earlier batches, by the id of the product that each has found or added. */
  readonly earlier: ReadonlyMap<number, number>;
  /** Whether ids of the file are those of the shop. Otherwise an id names a product only together with its title. */
  readonly idsMatch: boolean;
}

/** Applies the rules to the writes of a batch, one after another. */
export class RowGuard {
  readonly #rules: RowRules;
  readonly #claimed = new Map<number, number>();

  constructor(rules: RowRules) {
    this.#rules = rules;
  }

  /**
   * Returns the rejection of a write to a product that an earlier row has found or added: otherwise both rows would change it at each
   * import.
   */
  rejectRepeat(id: number): Rejection | undefined {
    const row = this.#claimed.get(id) ?? this.#rules.earlier.get(id);
    if (row === undefined) return undefined;
    return { outcome: 'rejected', code: 'repeated', reason: FIELD_LIMITS.repeats(row), repeats: row };
  }

  /** Returns the rejection of a write that would change a product by an id that may be another shop's. */
  rejectId({ fields }: ProductWrite, { row }: StoredProduct): Rejection | undefined {
    if (this.#rules.idsMatch || toTitleKey(fields.title ?? '') === row.title_key) return undefined;
    const reason = `id ${FIELD_PROBLEMS.idOfAnother}`;
    return { outcome: 'rejected', code: 'id-of-another', field: 'id', reason, title: row.title };
  }

  /** Notes which product the write at an index has found or added. */
  claim(id: number, index: number): void {
    this.#claimed.set(id, this.#rules.rows[index] ?? 0);
  }
}

/** Lists the fields that a write changes, with their values before and after it. */
export function listChanges(offer: OfferKind, existing: StoredProduct, planned: PlannedProduct): FieldChange[] {
  const fieldsOf = ({ row, conditions }: StoredProduct): Record<string, unknown> => ({
    external_id: row.external_id ?? '',
    ...toFields(offer, row, conditions),
  });
  const before = fieldsOf(existing);
  const after = fieldsOf({ row: { ...existing.row, ...planned.row }, conditions: planned.conditions });
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: String(before[field]), after: String(after[field]) }));
}
