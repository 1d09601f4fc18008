import { TransferPage } from '#pwa/features/admin-transfer/transfer-page.tsx';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import type { ShopRow } from '#contract/shops.ts';

/** A shop's products into a file, and out of one. */
export function TransferScreen({ shop }: { readonly shop: ShopRow }) {
  useDocumentTitle(adminTransferMessages.title);
  return <TransferPage shop={shop} />;
}
