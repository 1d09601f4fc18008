import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import type { ShippingProblem } from './check-shipping.ts';
import { SHIPPING_FIELDS } from './shipping-fields.ts';
import type { ShippingField } from './shipping-fields.ts';
import type { ShippingForm } from './use-shipping.ts';
import styles from './shipping-form.module.css';

/** The inputs of the shipping address and the contact. */
export const ShippingFields = ({ form, isBusy }: { readonly form: ShippingForm; readonly isBusy: boolean }) => (
  <div className={styles['fields']}>
    {SHIPPING_FIELDS.map(({ name, autoComplete, inputMode, isRequired, maxLength, isShort }) => (
      <div key={name} className={isShort ? undefined : styles['wide']}>
        <TextField
          name={name}
          label={checkoutMessages.fields[name]}
          hint={isRequired ? undefined : checkoutMessages.optional}
          problem={problemText(name, form.problems[name], maxLength)}
          autoComplete={autoComplete}
          inputMode={inputMode}
          required={isRequired}
          readOnly={isBusy}
          dir="auto"
          value={form.texts[name]}
          onText={(text) => form.setText(name, text)}
          onBlur={() => form.validate(name)}
        />
      </div>
    ))}
  </div>
);

function problemText(
  field: ShippingField,
  problem: ShippingProblem | undefined,
  maxLength: number,
): string | undefined {
  const { problems } = checkoutMessages;
  if (problem === 'missing') return problems.missing[field];
  if (problem === 'email') return problems.email;
  return problem && problems.tooLong(maxLength);
}
