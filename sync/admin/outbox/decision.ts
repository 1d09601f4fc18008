import type { AdminOrder } from '#contract/orders/order.ts';
import type { Product } from '#contract/products/product.ts';
import type { AdminOperation, AdminRejection, EditConflict } from '../../api/admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';

/** The result of an applied operation: the product or the order, if there is one. */
export interface Applied {
  readonly product: Product | null;
  readonly order: AdminOrder | null;
}

/** The server's decision about an operation. `record`: the operation as last sent. */
export type Decision =
  | ({ readonly outcome: 'applied'; readonly record: OperationRecord } & Applied)
  | { readonly outcome: 'rejected'; readonly rejection: AdminRejection }
  | {
      readonly outcome: 'conflict';
      readonly record: OperationRecord;
      /** With everything that could be merged. */
      readonly operation: AdminOperation;
      readonly conflict: EditConflict;
    };
