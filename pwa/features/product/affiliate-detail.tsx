import type { AffiliateCard } from '#contract/blocks/card.ts';
import { AffiliatePrices, AffiliateRating, BuyLink } from './affiliate-offer.tsx';

/** A retailer's offer in the open product, where there is more room than on a card. */
export function AffiliateDetailPart({ card }: { readonly card: AffiliateCard }) {
  return (
    <>
      <AffiliateRating card={card} />
      <AffiliatePrices card={card} />
      <BuyLink card={card} />
    </>
  );
}
