import { useState } from 'react';
import type { Shipping } from '#contract/order.ts';
import type { User } from '#contract/user.ts';
import { clearShipping, readShipping, storeShipping } from '#pwa/platform/storage/stored-shipping.ts';
import { checkShipping } from './check-shipping.ts';
import type { ShippingProblem } from './check-shipping.ts';
import { EMPTY_SHIPPING, SHIPPING_NAMES } from './shipping-fields.ts';
import type { ShippingField } from './shipping-fields.ts';

/** The shipping form at work. */
export interface ShippingForm {
  readonly texts: Shipping;
  /** What is to be told now: of fields that were left, and of all once it was tried to send them. */
  readonly problems: Readonly<Partial<Record<ShippingField, ShippingProblem>>>;
  readonly setText: (field: ShippingField, text: string) => void;
  /** The field was left: what is wrong with it may be told. */
  readonly judge: (field: ShippingField) => void;
  /** Tells everything that is wrong; gives the first such field. */
  readonly judgeAll: () => ShippingField | undefined;
  readonly clear: () => void;
}

/** What a user wrote last, from the first letter on kept on this device; at first what the account knows. */
export function useShipping(user: User): ShippingForm {
  const [texts, setTexts] = useState<Shipping>(
    () => readShipping(user.sub, SHIPPING_NAMES) ?? { ...EMPTY_SHIPPING, contact_name: user.name, email: user.email },
  );
  const [judged, setJudged] = useState<ReadonlySet<ShippingField>>(new Set());
  const problems = checkShipping(texts);
  return {
    texts,
    problems: Object.fromEntries(Object.entries(problems).filter(([field]) => judged.has(field as ShippingField))),
    setText: (field, text) => {
      const next = { ...texts, [field]: text };
      setTexts(next);
      storeShipping(user.sub, next);
    },
    judge: (field) => {
      // An empty field is not wrong before it is tried to send it: it may be filled later.
      if (texts[field].trim() !== '') setJudged(new Set([...judged, field]));
    },
    judgeAll: () => {
      setJudged(new Set(SHIPPING_NAMES));
      return SHIPPING_NAMES.find((field) => problems[field] !== undefined);
    },
    clear: () => {
      setTexts(EMPTY_SHIPPING);
      setJudged(new Set());
      clearShipping(user.sub);
    },
  };
}
