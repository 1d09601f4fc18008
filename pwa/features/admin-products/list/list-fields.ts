import type { AffiliateCard, OpenBoxCard } from '#contract/blocks/card.ts';
import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import { formatDollars } from '#contract/money/money.ts';
import type { OfferKind } from '#contract/shops.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';
import { amountProblem, toWireAmount } from '#pwa/messages/entered-amount.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { conditionName } from '#pwa/messages/term-names.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

/** A field of a product that can be edited in the list. */
export interface ListField {
  /** Name of the field on the wire. */
  readonly field: string;
  readonly label: string;
  readonly kind: 'price' | 'count';
  readonly read: (card: WireCard) => string;
}

/** Editable fields by offer kind. */
const LIST_FIELDS: Record<OfferKind, () => readonly ListField[]> = {
  affiliate: () => [
    priceColumn('price', adminListMessages.price, (card) => (card as AffiliateCard).price_cents),
    priceColumn('typical_price', adminListMessages.typicalPrice, (card) => (card as AffiliateCard).typical_price_cents),
  ],
  openBox: () =>
    CONDITIONS.flatMap(({ key }): ListField[] => [
      priceColumn(
        priceField(key),
        adminListMessages.conditionPrice(conditionName(key)),
        (card) => (card as OpenBoxCard)[`${key}_price_cents`],
      ),
      {
        field: quantityField(key),
        label: adminListMessages.conditionCount(conditionName(key)),
        kind: 'count',
        read: (card) => String((card as OpenBoxCard)[`${key}_quantity`]),
      },
    ]),
};

function priceColumn(field: string, label: string, cents: (card: WireCard) => Parameters<typeof formatDollars>[0]) {
  return { field, label, kind: 'price', read: (card) => formatDollars(cents(card)) } satisfies ListField;
}

/** Lists the editable fields of an offer kind. */
export const listFields = (offer: OfferKind): readonly ListField[] => LIST_FIELDS[offer]();

/** Lists the names of an offer kind's price fields. */
export const priceFields = (offer: OfferKind): readonly string[] =>
  LIST_FIELDS[offer]()
    .filter(({ kind }) => kind === 'price')
    .map(({ field }) => field);

const COUNT = /^(0|[1-9]\d{0,6})$/;

/** Returns an entered value as the text to send, or the problem why it cannot be read. */
export function readListValue(
  kind: ListField['kind'],
  entered: string,
): { readonly value: string } | { readonly problem: string } {
  if (kind === 'price') {
    const problem = amountProblem(entered);
    return problem === undefined ? { value: toWireAmount(entered) } : { problem };
  }
  const value = toPlainDigits(entered.trim());
  return COUNT.test(value) ? { value } : { problem: adminListMessages.wrongCount };
}
