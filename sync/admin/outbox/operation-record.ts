import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { Product, ProductFields } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AdminOperation, EditBase } from '../../api/admin-api.ts';
import { UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import type { WriteIdentity } from '../../api/outbox-record.ts';
import type { OperationId, OperationProgress, OperationRecord } from '../store/admin-database.ts';
import { isRepeated } from '../store/operations-table.ts';

const NO_PROGRESS: OperationProgress = { uploaded: {}, saved: null, isUploadedAgain: false, isSent: false };

/** What a write gives to an operation that it makes. */
export type NewOperation = Pick<OperationRecord, 'id' | 'createdAtMs'>;

/** `index`: of the operation among several that a write makes. */
export const toNew = ({ id, atMs }: WriteIdentity, index = 0): NewOperation => ({
  id: (index === 0 ? id : `${id}-${index}`) as OperationId,
  createdAtMs: atMs,
});

/** Creates an operation; the database assigns the number of a new one. `key`: its ordering key. */
export const createOperationRecord = (
  operation: AdminOperation,
  key: string,
  made: NewOperation,
): Omit<OperationRecord, 'number'> => ({
  key,
  operation,
  state: 'waiting',
  rejection: null,
  conflict: null,
  progress: NO_PROGRESS,
  ackEpoch: UNACKNOWLEDGED,
  ackSeq: 0,
  ...made,
});

/**
 * An operation as it is sent in an epoch. What was done in another one may be missing on the server. An addition says itself whether its
 * images are; those of an edit are looked for, those of a description are uploaded once more.
 */
export function resume(record: OperationRecord, epoch: string): OperationRecord {
  const { progress, operation } = record;
  if (progress.epoch === epoch) return record;
  const names = Object.entries({ ...progress.earlier, ...progress.uploaded }).filter(([, name]) => name !== '');
  const earlier = Object.fromEntries(names);
  const uploads = operation.kind === 'addProduct' ? { uploaded: earlier } : names.length > 0 && { earlier };
  const isCarriedOver = progress.epoch !== undefined;
  return { ...record, progress: { ...NO_PROGRESS, isSent: progress.isSent, ...uploads, epoch, isCarriedOver } };
}

/** Whether an operation was made in another epoch than the one that it is sent in: under its id there may be another product. */
export const isOfOtherEpoch = (record: OperationRecord): boolean =>
  isRepeated(record) || record.progress.isCarriedOver === true;

/** What no product and no order has as its version. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

/** The version that an operation is sent with at first: none in another epoch, so that the server answers with what is there. */
export const versionOf = (record: OperationRecord, version: number): number =>
  isOfOtherEpoch(record) ? NO_VERSION : version;

/**
 * Operations of one key are decided in their order; those of other keys do not wait for them. A product whose addition is pending has no id
 * of its own yet: operations on it follow its addition, not another product that happens to have the same id. `id`: of the write.
 */
export function orderingKey(operation: AdminOperation, waiting: readonly OperationRecord[], id: string): string {
  if (operation.kind === 'changeShopSettings') return 'shop-settings';
  if ('paymentId' in operation) return `order/${operation.paymentId}`;
  if (operation.kind === 'addProduct') return `add/${id}`;
  const addition = waiting.findLast(({ operation: other }) => other.kind === 'addProduct' && isOf(operation, other));
  return addition?.key ?? productKey(operation.shop, operation.id);
}

export const productKey = (shop: ShopKey, id: number): string => `product/${shop}/${id}`;

type ProductOperation = Extract<AdminOperation, { shop: ShopKey }>;

/** Whether an operation concerns the product of an addition. */
function isOf(operation: ProductOperation, addition: Extract<AdminOperation, { kind: 'addProduct' }>): boolean {
  if (operation.shop !== addition.shop || operation.id !== addition.id) return false;
  if (operation.kind === 'editProduct') return operation.base.version === 0;
  return operation.kind === 'deleteProduct' && operation.title === addition.fields.title;
}

/** The state of a product that an edit starts from. */
export function toEditBase(product: Product): EditBase {
  const names = Object.keys('rate' in product ? PRODUCT_DEFAULTS.affiliate : PRODUCT_DEFAULTS.openBox);
  const fields = Object.fromEntries(names.map((name) => [name, product[name as keyof Product]]));
  const { seq: version, identity } = product;
  return { version, fields: fields as unknown as ProductFields, ...(identity !== undefined && { identity }) };
}
