import type { ReactNode } from 'react';
import type { CardOf } from '#contract/blocks/card.ts';
import type { OfferKind } from '#contract/shops.ts';
import { AffiliateCardPart } from './affiliate-offer.tsx';
import { OpenBoxCardPart } from './open-box-offer.tsx';

/** The parts of a card that depend on its offer kind. A method and not a property, so that the part of one kind is assignable to any. */
export interface OfferParts<Kind extends OfferKind> {
  /** The part below the title of a card. */
  CardPart(props: { readonly card: CardOf[Kind] }): ReactNode;
  /** Whether a card of this kind has a button, for which its skeleton reserves space. */
  readonly hasCardButton: boolean;
}

const PARTS: { readonly [Kind in OfferKind]: OfferParts<Kind> } = {
  affiliate: { CardPart: AffiliateCardPart, hasCardButton: true },
  openBox: { CardPart: OpenBoxCardPart, hasCardButton: false },
};

/** Returns the parts of an offer kind. They accept only cards of that kind, as those of its shop are. */
export const offerParts = (kind: OfferKind): OfferParts<OfferKind> => PARTS[kind];
