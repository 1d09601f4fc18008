import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import type { ReactNode } from 'react';
import type { WireCard } from '#sync/api/engine-api.ts';
import { ExportPart } from './export-part.tsx';
import { ImportPart } from './import-part.tsx';
import styles from './transfer.module.css';

interface TransferPageProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** Draws a product as the shop does. */
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** The page that imports and exports the products of a shop. */
export function TransferPage({ shop, renderCard }: TransferPageProps) {
  const isOnline = !useIsServerLost();
  return (
    <div className={styles['page']}>
      <h1>{adminTransferMessages.title}</h1>
      {!isOnline && (
        <p className={styles['problem']} role="status">
          {adminTransferMessages.offline}
        </p>
      )}
      <ImportPart shop={shop} renderCard={renderCard} />
      <ExportPart shop={shop} />
    </div>
  );
}
