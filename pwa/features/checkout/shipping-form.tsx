import { isCountryCode } from '#contract/orders/countries.ts';
import { examplePostalCode, isPostalCodeNumeric } from '#contract/orders/postal-code.ts';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { countryName } from '#pwa/messages/format-country.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { isRequired } from './check-shipping.ts';
import { CountryField } from './country-field.tsx';
import { SHIPPING_FIELDS } from './shipping-fields.ts';
import type { ShippingField } from './shipping-fields.ts';
import type { ShippingForm } from './use-shipping.ts';
import styles from './shipping-form.module.css';

/** The inputs of the shipping address and the contact. */
export const ShippingFields = ({ form, isBusy }: { readonly form: ShippingForm; readonly isBusy: boolean }) => (
  <div className={styles['fields']}>
    {SHIPPING_FIELDS.map(({ name, autoComplete, inputMode, autoCapitalize, maxLength, isShort }) => (
      <div key={name} className={isShort ? undefined : styles['wide']}>
        {name === 'country' ? (
          <CountryField
            value={form.texts.country}
            autoComplete={autoComplete}
            problem={problemText(name, form, maxLength)}
            isBusy={isBusy}
            onChoose={(code) => form.setText(name, code)}
          />
        ) : (
          <TextField
            name={name}
            label={checkoutMessages.fields[name]}
            // Street, house and flat are one field, which browsers fill in as a whole.
            rows={name === 'address' ? 2 : undefined}
            hint={hintOf(name, form)}
            problem={problemText(name, form, maxLength)}
            autoComplete={autoComplete}
            autoCapitalize={autoCapitalize}
            inputMode={name === 'postal_code' && hasDigitsOnly(form) ? 'numeric' : inputMode}
            required={isRequired(name, form.texts)}
            readOnly={isBusy}
            dir="auto"
            value={form.texts[name]}
            onText={(text) => form.setText(name, text)}
            onBlur={() => form.validate(name)}
          />
        )}
      </div>
    ))}
  </div>
);

function hintOf(name: ShippingField, { texts }: ShippingForm): string | undefined {
  if (name === 'address') return checkoutMessages.addressHint;
  return isRequired(name, texts) ? undefined : checkoutMessages.optional;
}

/** Whether the postal codes of the chosen country have digits only. */
const hasDigitsOnly = ({ texts: { country }, isCountryGuessed }: ShippingForm): boolean =>
  !isCountryGuessed && isCountryCode(country) && isPostalCodeNumeric(country);

function problemText(field: ShippingField, { texts, problems }: ShippingForm, maxLength: number): string | undefined {
  const { missing, email, postalCode, tooLong } = checkoutMessages.problems;
  const problem = problems[field];
  if (problem === 'missing') return missing[field];
  if (problem === 'email') return email;
  const { country } = texts;
  if (problem === 'postal-code' && isCountryCode(country))
    return postalCode(countryName(country), examplePostalCode(country));
  return problem && tooLong(maxLength);
}
