import type { ReactNode } from 'react';
import type { CardOf } from '#contract/blocks/card.ts';
import type { AffiliateProduct, OpenBoxProduct } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { AffiliateCardPart, AffiliateDetailPart } from './affiliate-offer.tsx';
import { OpenBoxCardPart, OpenBoxDetailPart } from './open-box-offer.tsx';

interface ProductOf {
  affiliate: AffiliateProduct;
  openBox: OpenBoxProduct;
}

/** What differs between the kinds of offer. Methods, so that the parts of a kind stand where any kind's are wanted. */
export interface OfferParts<Kind extends OfferKind> {
  /** Under the title of a card. */
  CardPart(props: { readonly card: CardOf[Kind] }): ReactNode;
  /** Beside the pictures of an open product; the product comes later than its card. */
  DetailPart(props: { readonly card: CardOf[Kind]; readonly product: ProductOf[Kind] | undefined }): ReactNode;
  /** Whether a card of this kind has a button of its own: its skeleton keeps the place free. */
  readonly hasCardButton: boolean;
}

const PARTS: { readonly [Kind in OfferKind]: OfferParts<Kind> } = {
  affiliate: { CardPart: AffiliateCardPart, DetailPart: AffiliateDetailPart, hasCardButton: true },
  openBox: { CardPart: OpenBoxCardPart, DetailPart: OpenBoxDetailPart, hasCardButton: false },
};

/** The parts of a kind of offer. A card and a product given to them must be of that kind, as those of its shop are. */
export const offerParts = (kind: OfferKind): OfferParts<OfferKind> => PARTS[kind];
