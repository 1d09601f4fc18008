import type { MouseEvent } from 'react';
import type { AffiliateCard } from '#contract/blocks/card.ts';
import { MAX_RATE } from '#contract/limits.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { buttonClass, offButtonClass } from '#pwa/ui/button.tsx';
import { StarRating } from '#pwa/ui/star-rating.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from '../card/product-card.module.css';

/** The address of a product's own page, and the handler that opens it in place. */
export interface OwnPage {
  readonly href: string;
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
}

/** Shows the price, typical price, rating and retailer link of an affiliate card. */
export function AffiliateCardPart({ card, page }: { readonly card: AffiliateCard; readonly page: OwnPage }) {
  return (
    <div className={styles['offer']}>
      <AffiliatePrices card={card} />
      <AffiliateRating card={card} />
      <div className={styles['action']}>
        <BuyLink card={card} page={page} />
      </div>
    </div>
  );
}

/** Returns the text in place of a missing price, which refers to the retailer if there is one. */
export const missingPriceText = ({ link }: AffiliateCard): string =>
  link === '' ? messages.product.noPrice : messages.product.noAffiliatePrice;

/** Shows the price, with the typical price struck through beside it if there is one. */
export function AffiliatePrices({ card }: { readonly card: AffiliateCard }) {
  if (card.price_cents <= 0) {
    return (
      <p className={styles['prices']}>
        <span className={styles['noPrice']}>{missingPriceText(card)}</span>
      </p>
    );
  }
  return (
    <p className={styles['prices']}>
      <span className={styles['price']}>{formatPrice(card.price_cents)}</span>
      {card.typical_price_cents > 0 && (
        <s className={styles['typical']}>
          <VisuallyHidden>{messages.product.typicalPrice('')}</VisuallyHidden>
          {formatPrice(card.typical_price_cents)}
        </s>
      )}
    </p>
  );
}

/** Shows the rating as stars. */
export function AffiliateRating({ card }: { readonly card: AffiliateCard }) {
  return (
    <div className={styles['rating']}>
      <StarRating rate={card.rate} max={MAX_RATE} label={messages.product.rating(card.rate)} />
    </div>
  );
}

interface BuyLinkProps {
  readonly card: AffiliateCard;
  readonly page?: OwnPage;
}

/**
 * The link to the retailer, or a disabled label when there is no stock or no retailer; in the latter case its text names no retailer. While
 * the device does not know the retailer's link yet, this link opens the product itself, which then loads the retailer's link.
 */
export function BuyLink({ card, page }: BuyLinkProps) {
  const target = card.link ?? page;
  const isOut = card.availability === 'NO';
  const text = target === '' ? messages.product.notSold : messages.product.buy;
  if (isOut || !target) {
    return (
      <span className={offButtonClass(true)} role="link" aria-disabled="true">
        {isOut ? messages.product.outOfStock : text}
      </span>
    );
  }
  return (
    <a
      className={buttonClass('primary', true)}
      {...(target === page ? page : { href: card.link, target: '_blank', rel: 'sponsored nofollow noopener' })}
    >
      {text}
      <VisuallyHidden>{`: ${card.title}`}</VisuallyHidden>
    </a>
  );
}
