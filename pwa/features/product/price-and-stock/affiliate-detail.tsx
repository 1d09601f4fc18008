import type { ReactNode } from 'react';
import type { AffiliateCard } from '#contract/blocks/card.ts';
import type { AffiliateProduct } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { AffiliatePrices, AffiliateRating, BuyLink } from './affiliate-offer.tsx';
import { PriceNote } from './price-note.tsx';
import styles from './product-detail.module.css';

interface AffiliateDetailProps {
  readonly shop: ShopKey;
  readonly card: AffiliateCard;
  readonly product: AffiliateProduct | undefined;
  readonly elsewhere?: ReactNode;
}

/** A retailer's offer in the open product. The retailer sets the price, so the time of the product's last update is shown beside it. */
export function AffiliateDetailPart({ shop, card, product, elsewhere }: AffiliateDetailProps) {
  return (
    <>
      <AffiliateRating card={card} />
      <div>
        <AffiliatePrices card={card} />
        <PriceNote shop={shop} card={card} offers={{ new: card.price_cents }} shown="new" />
        {card.price_cents > 0 && (
          <p className={styles['asOf']}>
            {product && (
              <time dateTime={product.updated_at}>{productMessages.asOf(formatTime(product.updated_at))}</time>
            )}
          </p>
        )}
        {elsewhere}
      </div>
      <div className={styles['bar']}>
        <BuyLink card={card.link === undefined && product ? { ...card, link: product.link } : card} />
      </div>
    </>
  );
}
