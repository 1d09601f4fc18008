import { PRODUCT_DEFAULTS } from '#contract/product.ts';
import type { Product, ProductFields } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AdminOperation, EditBase } from '../admin-api.ts';
import type { OperationProgress, OperationRecord } from '../store/admin-database.ts';

const NO_PROGRESS: OperationProgress = { uploaded: {}, saved: null, isUploadedAgain: false };

/** An operation as it begins to wait; of a new one the database gives the number. `key`: of the operations that it is decided among. */
export const createOperationRecord = (
  operation: AdminOperation,
  key: string,
  more: Partial<Pick<OperationRecord, 'createdAtMs' | 'shipmentBefore' | 'progress'>> = {},
): Omit<OperationRecord, 'op'> => ({
  key,
  operation,
  createdAtMs: Date.now(),
  state: 'waiting',
  refusal: null,
  conflict: null,
  callKey: crypto.randomUUID(),
  progress: NO_PROGRESS,
  shipmentBefore: null,
  ...more,
});

/**
 * Operations of one key are decided in their order; those of another key do not wait for them. A product that waits to be added has no id
 * of its own yet: what is done to it follows its addition, not another product that happens to have the same id.
 */
export function orderingKey(operation: AdminOperation, waiting: readonly OperationRecord[]): string {
  if ('paymentId' in operation) return `order/${operation.paymentId}`;
  if (operation.kind === 'addProduct') return `add/${crypto.randomUUID()}`;
  const addition = waiting.findLast(({ operation: other }) => other.kind === 'addProduct' && isOf(operation, other));
  return addition?.key ?? productKey(operation.shop, operation.id);
}

export const productKey = (shop: ShopKey, id: number): string => `product/${shop}/${id}`;

type ProductOperation = Extract<AdminOperation, { shop: ShopKey }>;

/** Whether an operation is about the product of an addition. */
function isOf(operation: ProductOperation, addition: Extract<AdminOperation, { kind: 'addProduct' }>): boolean {
  if (operation.shop !== addition.shop || operation.id !== addition.id) return false;
  if (operation.kind === 'editProduct') return operation.base.version === 0;
  return operation.kind === 'deleteProduct' && operation.title === addition.fields.title;
}

/** A product as an edit starts from it. */
export function toEditBase(product: Product): EditBase {
  const names = Object.keys('rate' in product ? PRODUCT_DEFAULTS.affiliate : PRODUCT_DEFAULTS.openBox);
  const fields = Object.fromEntries(names.map((name) => [name, product[name as keyof Product]]));
  return { version: product.seq, fields: fields as unknown as ProductFields };
}
