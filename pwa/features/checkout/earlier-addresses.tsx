import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { addressKey, addressLine } from './list-addresses.ts';
import type { ShippingForm } from './use-shipping.ts';

/** Offers the addresses of earlier orders that the form does not have already; renders nothing without one. */
export function EarlierAddresses({ form, isBusy }: { readonly form: ShippingForm; readonly isBusy: boolean }) {
  const others = form.earlier.filter((address) => addressKey(address) !== addressKey(form.texts));
  if (others.length === 0) return null;
  return (
    <SelectField
      label={checkoutMessages.earlier}
      disabled={isBusy}
      value=""
      onChoose={(place) => {
        const chosen = others[Number(place)];
        if (chosen) form.fill(chosen);
      }}
    >
      <option value="">{checkoutMessages.chooseEarlier}</option>
      {others.map((address, place) => (
        <option key={addressKey(address)} value={place}>
          {addressLine(address)}
        </option>
      ))}
    </SelectField>
  );
}
