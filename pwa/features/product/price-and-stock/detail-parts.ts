import type { ReactNode } from 'react';
import type { CardOf, OpenBoxCard } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/conditions.ts';
import type { AffiliateProduct, OpenBoxProduct } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { AffiliateDetailPart } from './affiliate-detail.tsx';
import { OpenBoxDetailPart } from './open-box-detail.tsx';

/** Draws what a shop lets a visitor do with an open product; of an open-box product in the condition that is chosen. */
export type RenderActions = (card: OpenBoxCard, condition: ConditionKey | undefined) => ReactNode;

interface ProductOf {
  affiliate: AffiliateProduct;
  openBox: OpenBoxProduct;
}

/** What differs between the kinds of offer in an open product; apart from the parts of cards, which the first screen needs. */
export interface DetailParts<Kind extends OfferKind> {
  /** Beside the pictures; the product comes later than its card. What can be done with it may depend on the condition chosen. */
  DetailPart(props: {
    readonly card: CardOf[Kind];
    readonly product: ProductOf[Kind] | undefined;
    readonly renderActions?: RenderActions | undefined;
  }): ReactNode;
}

const PARTS: { readonly [Kind in OfferKind]: DetailParts<Kind> } = {
  affiliate: { DetailPart: AffiliateDetailPart },
  openBox: { DetailPart: OpenBoxDetailPart },
};

/** The parts of a kind of offer. A card and a product given to them must be of that kind, as those of its shop are. */
export const detailParts = (kind: OfferKind): DetailParts<OfferKind> => PARTS[kind];
