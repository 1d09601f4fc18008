import { adminMessages } from '#pwa/messages/en/admin.ts';
import type { AdminOperation } from '#sync/api/admin-api.ts';

const { outbox } = adminMessages;

/** Describes an operation in a short text for the screen. */
export function describeEntry(operation: AdminOperation): string {
  switch (operation.kind) {
    case 'addProduct':
      return outbox.added(operation.fields.title);
    case 'editProduct':
      return outbox.edited(operation.fields.title);
    case 'deleteImage':
      return outbox.imageDeleted(operation.id);
    case 'deleteProduct':
      return outbox.deleted(nameOf(operation));
    case 'restoreProduct':
      return outbox.restored(nameOf(operation));
    case 'setShipment':
      return outbox.shipment(operation.paymentId);
    case 'deleteOrder':
      return outbox.orderDeleted(operation.paymentId);
    case 'changeShopSettings':
      return adminMessages.frame.shop;
  }
}

const nameOf = ({ id, title }: { readonly id: number; readonly title: string }): string =>
  title === '' ? outbox.product(id) : title;
