import type { ReactNode } from 'react';
import type { CardOf } from '#contract/blocks/card.ts';
import type { OfferKind } from '#contract/shops.ts';
import { AffiliateCardPart } from './affiliate-offer.tsx';
import { OpenBoxCardPart } from './open-box-offer.tsx';

/** What differs between the kinds of offer on a card. A method, so that the part of a kind stands where any kind's is wanted. */
export interface OfferParts<Kind extends OfferKind> {
  /** Under the title of a card. */
  CardPart(props: { readonly card: CardOf[Kind] }): ReactNode;
  /** Whether a card of this kind has a button of its own: its skeleton keeps the place free. */
  readonly hasCardButton: boolean;
}

const PARTS: { readonly [Kind in OfferKind]: OfferParts<Kind> } = {
  affiliate: { CardPart: AffiliateCardPart, hasCardButton: true },
  openBox: { CardPart: OpenBoxCardPart, hasCardButton: false },
};

/** The parts of a kind of offer. A card given to them must be of that kind, as those of its shop are. */
export const offerParts = (kind: OfferKind): OfferParts<OfferKind> => PARTS[kind];
