import type { ReactNode } from 'react';
import type { CardOf } from '#contract/blocks/card.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { AffiliateProduct, OpenBoxProduct } from '#contract/products/product.ts';
import type { OfferKind, ShopKey } from '#contract/shops.ts';
import { AffiliateDetailPart } from './affiliate-detail.tsx';
import { OpenBoxDetailPart } from './open-box-detail.tsx';
import type { RenderActions } from './render-actions.ts';

interface ProductOf {
  affiliate: AffiliateProduct;
  openBox: OpenBoxProduct;
}

/** The parts of an open product that depend on its offer kind. The parts of cards are separate, because the first screen needs them. */
export interface DetailParts<Kind extends OfferKind> {
  /** The part beside the images. `product` is loaded later than its card. */
  DetailPart(props: {
    readonly shop: ShopKey;
    readonly card: CardOf[Kind];
    readonly product: ProductOf[Kind] | undefined;
    /** Shown beside the price: the same product in other shops. */
    readonly elsewhere?: ReactNode;
    readonly renderActions?: RenderActions | undefined;
    /** Called with the condition that a shopper chooses, if the offer has conditions. */
    readonly onCondition?: (key: ConditionKey | undefined) => void;
  }): ReactNode;
}

const PARTS: { readonly [Kind in OfferKind]: DetailParts<Kind> } = {
  affiliate: { DetailPart: AffiliateDetailPart },
  openBox: { DetailPart: OpenBoxDetailPart },
};

/** Returns the parts of an offer kind. They accept only cards and products of that kind, which all products of a shop have. */
export const detailParts = (kind: OfferKind): DetailParts<OfferKind> => PARTS[kind];
