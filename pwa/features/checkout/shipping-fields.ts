import { MAX_ADDRESS_LENGTH, MAX_EMAIL_LENGTH } from '#contract/limits.ts';
import type { Shipping } from '#contract/orders/order.ts';

/** A field of the form. */
export type ShippingField = keyof Shipping;

/** The form's texts as typed; the country is a country code, empty when none is chosen. */
export type ShippingTexts = Readonly<Record<ShippingField, string>>;

interface FieldDefinition {
  readonly name: ShippingField;
  /** The browser's autofill token. */
  readonly autoComplete: string;
  /** The keyboard on a phone. */
  readonly inputMode: 'text' | 'email' | 'tel';
  /** What a phone capitalizes; by default the first letter. */
  readonly autoCapitalize?: 'characters' | 'words' | 'none';
  readonly isRequired: boolean;
  readonly maxLength: number;
  /** Whether it may be placed beside the previous field. */
  readonly isShort: boolean;
}

/** The fields of the shipping form, in order. */
export const SHIPPING_FIELDS: readonly FieldDefinition[] = [
  {
    name: 'country',
    autoComplete: 'shipping country',
    inputMode: 'text',
    isRequired: false,
    maxLength: 2,
    isShort: false,
  },
  {
    name: 'address',
    autoComplete: 'shipping street-address',
    inputMode: 'text',
    isRequired: true,
    maxLength: MAX_ADDRESS_LENGTH,
    isShort: false,
  },
  {
    name: 'postal_code',
    autoComplete: 'shipping postal-code',
    inputMode: 'text',
    autoCapitalize: 'characters',
    isRequired: true,
    maxLength: MAX_ADDRESS_LENGTH,
    isShort: true,
  },
  {
    name: 'city',
    autoComplete: 'shipping address-level2',
    inputMode: 'text',
    isRequired: true,
    maxLength: MAX_ADDRESS_LENGTH,
    isShort: true,
  },
  {
    name: 'state_prov',
    autoComplete: 'shipping address-level1',
    inputMode: 'text',
    isRequired: false,
    maxLength: MAX_ADDRESS_LENGTH,
    isShort: true,
  },
  {
    name: 'contact_name',
    autoComplete: 'shipping name',
    inputMode: 'text',
    autoCapitalize: 'words',
    isRequired: true,
    maxLength: MAX_ADDRESS_LENGTH,
    isShort: true,
  },
  {
    name: 'email',
    autoComplete: 'shipping email',
    inputMode: 'email',
    autoCapitalize: 'none',
    isRequired: true,
    maxLength: MAX_EMAIL_LENGTH,
    isShort: true,
  },
  {
    name: 'phone',
    autoComplete: 'shipping tel',
    inputMode: 'tel',
    isRequired: false,
    maxLength: MAX_ADDRESS_LENGTH,
    isShort: true,
  },
];

export const SHIPPING_NAMES: readonly ShippingField[] = SHIPPING_FIELDS.map(({ name }) => name);

export const EMPTY_SHIPPING: ShippingTexts = {
  country: '',
  address: '',
  postal_code: '',
  city: '',
  state_prov: '',
  contact_name: '',
  email: '',
  phone: '',
};
