import { isCountryCode } from '#contract/orders/countries.ts';
import { useState } from 'react';
import type { User } from '#contract/account/user.ts';
import { clearShipping, readShipping, storeShipping } from '#pwa/platform/storage/stored-shipping.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { checkShipping } from './check-shipping.ts';
import type { ShippingProblem } from './check-shipping.ts';
import { guessCountry } from './list-countries.ts';
import { listAddresses } from './list-addresses.ts';
import { EMPTY_SHIPPING, SHIPPING_NAMES } from './shipping-fields.ts';
import type { ShippingField, ShippingTexts } from './shipping-fields.ts';
import { deviceLanguages } from '#pwa/messages/locale.ts';

/** The state of the shipping form. */
export interface ShippingForm {
  readonly texts: ShippingTexts;
  /** Whether the country comes from the browser's languages, because the buyer has chosen none. */
  readonly isCountryGuessed: boolean;
  /** The problems to show: of validated fields only. */
  readonly problems: Readonly<Partial<Record<ShippingField, ShippingProblem>>>;
  /** Addresses of the user's earlier orders, the newest first; none while the form has an address. */
  readonly earlier: readonly ShippingTexts[];
  /** Fills the form with one of these addresses. */
  readonly fill: (address: ShippingTexts) => void;
  readonly setText: (field: ShippingField, text: string) => void;
  /** Shows the problem of a field that has lost the focus. */
  readonly validate: (field: ShippingField) => void;
  /** Shows all problems and returns the first invalid field. */
  readonly validateAll: () => ShippingField | undefined;
  readonly clear: () => void;
}

/**
 * Returns the shipping form with the texts that the user typed last; they are stored on this device while typing. Until the user has typed,
 * the form has the address of the newest order, and the account's name and email where the order lacks them.
 */
export function useShipping(user: User): ShippingForm {
  const [typed, setTyped] = useState<ShippingTexts | undefined>(() => readTexts(user.sub));
  const [validated, setValidated] = useState<ReadonlySet<ShippingField>>(new Set());
  const [isCountryTouched, setCountryTouched] = useState(false);
  const earlier = useUserData(readEarlier) ?? [];
  const given = typed ?? withAccount(earlier[0] ?? EMPTY_SHIPPING, user);
  const isCountryGuessed = given.country === '' && !isCountryTouched;
  const texts = isCountryGuessed ? { ...given, country: guessCountry(deviceLanguages()) } : given;
  const problems = checkShipping(texts, { isCountryGuessed });
  return {
    texts,
    isCountryGuessed,
    problems: Object.fromEntries(Object.entries(problems).filter(([field]) => validated.has(field as ShippingField))),
    earlier: hasPlace(texts) ? [] : earlier,
    fill: (address) => {
      setTyped(address);
      setCountryTouched(address.country !== '');
      setValidated(new Set());
      storeShipping(user.sub, address);
    },
    setText: (field, text) => {
      const next = { ...given, [field]: text };
      setTyped(next);
      if (field === 'country') setCountryTouched(true);
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
      setTyped(EMPTY_SHIPPING);
      setCountryTouched(true);
      setValidated(new Set());
      clearShipping(user.sub);
    },
  };
}

const hasPlace = ({ address, postal_code, city, state_prov }: ShippingTexts): boolean =>
  [address, postal_code, city, state_prov].some((text) => text.trim() !== '');

/** Reads the addresses of the user's orders, the newest first. */
const readEarlier = async (data: UserData): Promise<readonly ShippingTexts[]> =>
  listAddresses((await data.orders()).toSorted((a, b) => b.created_at.localeCompare(a.created_at)));

const withAccount = (texts: ShippingTexts, { name, email }: User): ShippingTexts => ({
  ...texts,
  contact_name: texts.contact_name || name,
  email: texts.email || email,
});

/** Returns the stored texts; an unknown country becomes empty. */
function readTexts(sub: string): ShippingTexts | undefined {
  const texts = readShipping(sub, SHIPPING_NAMES);
  return texts && { ...texts, country: isCountryCode(texts.country) ? texts.country : '' };
}
