import { isCountryCode } from '#contract/countries.ts';
import { useState } from 'react';
import type { User } from '#contract/user.ts';
import { clearShipping, readShipping, storeShipping } from '#pwa/platform/storage/stored-shipping.ts';
import { checkShipping } from './check-shipping.ts';
import type { ShippingProblem } from './check-shipping.ts';
import { EMPTY_SHIPPING, SHIPPING_NAMES } from './shipping-fields.ts';
import type { ShippingField, ShippingTexts } from './shipping-fields.ts';

/** The state of the shipping form. */
export interface ShippingForm {
  readonly texts: ShippingTexts;
  /** The problems to show: of validated fields only. */
  readonly problems: Readonly<Partial<Record<ShippingField, ShippingProblem>>>;
  readonly setText: (field: ShippingField, text: string) => void;
  /** Shows the problem of a field that has lost the focus. */
  readonly validate: (field: ShippingField) => void;
  /** Shows all problems and returns the first invalid field. */
  readonly validateAll: () => ShippingField | undefined;
  readonly clear: () => void;
}

/** Returns the shipping form with the user's last texts, stored on this device while typing; at first with the account's data. */
export function useShipping(user: User): ShippingForm {
  const [texts, setTexts] = useState<ShippingTexts>(
    () => readTexts(user.sub) ?? { ...EMPTY_SHIPPING, contact_name: user.name, email: user.email },
  );
  const [validated, setValidated] = useState<ReadonlySet<ShippingField>>(new Set());
  const problems = checkShipping(texts);
  return {
    texts,
    problems: Object.fromEntries(Object.entries(problems).filter(([field]) => validated.has(field as ShippingField))),
    setText: (field, text) => {
      const next = { ...texts, [field]: text };
      setTexts(next);
      storeShipping(user.sub, next);
    },
    validate: (field) => {
      // An empty field is no problem before submitting: it may be filled in later.
      if (texts[field].trim() !== '') setValidated(new Set([...validated, field]));
    },
    validateAll: () => {
      setValidated(new Set(SHIPPING_NAMES));
      return SHIPPING_NAMES.find((field) => problems[field] !== undefined);
    },
    clear: () => {
      setTexts(EMPTY_SHIPPING);
      setValidated(new Set());
      clearShipping(user.sub);
    },
  };
}

/** Returns the stored texts. A country is asked for when they have none, or no longer a known one. */
function readTexts(sub: string): ShippingTexts | undefined {
  const texts = readShipping(sub, SHIPPING_NAMES);
  return texts && { ...texts, country: isCountryCode(texts.country) ? texts.country : '' };
}
