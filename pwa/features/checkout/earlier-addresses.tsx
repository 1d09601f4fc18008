import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { addressKey, addressLine } from './list-addresses.ts';
import type { ShippingForm } from './use-shipping.ts';
import styles from './checkout-window.module.css';

/** A select that fills the form with the address of an earlier order. */
export const EarlierAddresses = ({ form, isBusy }: { readonly form: ShippingForm; readonly isBusy: boolean }) => (
  <select
    className={classNames(buttonClass('secondary'), styles['earlier'])}
    aria-label={checkoutMessages.earlier}
    disabled={isBusy}
    value=""
    onChange={({ target }) => {
      const chosen = form.earlier[Number(target.value)];
      if (chosen) form.fill(chosen);
    }}
  >
    <option value="">{checkoutMessages.earlier}</option>
    {form.earlier.map((address, place) => (
      <option key={addressKey(address)} value={place}>
        {addressLine(address)}
      </option>
    ))}
  </select>
);
