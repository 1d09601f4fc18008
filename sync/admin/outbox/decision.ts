import type { AdminOrder } from '#contract/order.ts';
import type { Product } from '#contract/product.ts';
import type { AdminOperation, AdminRejection, EditConflict } from '../admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';

/** What came of an operation that was done: the product or the order as it is then, where there is one. */
export interface Applied {
  readonly product: Product | null;
  readonly order: AdminOrder | null;
}

/** What the server made of an operation. `record`: the operation as it was sent last. */
export type Decision =
  | ({ readonly outcome: 'applied'; readonly record: OperationRecord } & Applied)
  | { readonly outcome: 'refused'; readonly refusal: AdminRejection }
  | {
      readonly outcome: 'conflict';
      readonly record: OperationRecord;
      /** With all that can be merged. */
      readonly operation: AdminOperation;
      readonly conflict: EditConflict;
    };
