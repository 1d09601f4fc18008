import { useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { CartLine } from '#contract/orders/cart.ts';
import type { Cents } from '#contract/money/money.ts';
import type { User } from '#contract/account/user.ts';
import { checkoutMessages, readyMessages } from '#pwa/messages/en/checkout.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { markedCondition } from '#pwa/messages/term-names.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Decorated } from '#pwa/ui/decorated.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import lineStyles from '#pwa/ui/text-lines.module.css';
import { CheckoutProblemText } from './checkout-problem.tsx';
import { EarlierAddresses } from './earlier-addresses.tsx';
import { ShippingFields } from './shipping-form.tsx';
import { useCheckout } from './use-checkout.ts';
import type { PlacedOrder } from './use-checkout.ts';
import { useShipping } from './use-shipping.ts';
import styles from './checkout-window.module.css';

interface CheckoutWindowProps {
  readonly user: User;
  /** The cart line being bought, live. */
  readonly line: CartLine;
  /** The current total of all units, and the total that the buyer accepted; 0 when sold out. */
  readonly total: Cents;
  readonly totalSeen: Cents;
  /** Units in stock now. */
  readonly available: number;
  readonly image: ReactNode;
  readonly onQuantity: (quantity: number) => void;
  readonly onOrdered: (placed: PlacedOrder) => void;
  /** Called when the buyer has filled in the form offline, to pay for the item once the network is back. */
  readonly onReady: () => void;
  readonly onClose: () => void;
}

/** The order form of a cart item. Its texts are stored on the device while typing, online or offline. */
export function CheckoutWindow(props: CheckoutWindowProps) {
  const { user, line, available, image, onQuantity, onOrdered, onReady, onClose } = props;
  const element = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const form = useShipping(user);
  const { isPaying, problem, setProblem, pay } = useCheckout(user, onOrdered);
  // The server's price applies until the price in this device's catalogue changes.
  const total = problem?.kind === 'price' && problem.was === props.total ? problem.now : props.total;
  const inStock = problem?.kind === 'stock' && problem.wanted === line.quantity ? problem.available : available;
  const unitPrice = (total / line.quantity) as Cents;
  const hasStock = inStock >= line.quantity && total > 0;
  const readyLabel = isOnline ? checkoutMessages.pay(formatPrice(total)) : readyMessages.getReady;
  const payLabel = isPaying ? checkoutMessages.paying : readyLabel;

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPaying || !hasStock) return;
    const invalid = form.validateAll();
    if (invalid === undefined && isOnline) void pay({ line, total }, form.texts);
    else if (invalid === undefined) onReady();
    else element.current?.querySelector<HTMLElement>(`[name="${invalid}"]`)?.focus();
  };
  const close = (): void => {
    if (!isPaying) onClose();
  };
  const clear = (): void => {
    form.clear();
    // Focuses the first field: the select of earlier addresses may replace the button that has the focus.
    element.current?.querySelector<HTMLElement>('[name]')?.focus();
  };
  return (
    <Modal kind="dialog" label={checkoutMessages.title} onClose={close}>
      <DrawerHead title={checkoutMessages.title} closeLabel={checkoutMessages.close} onClose={close} />
      {/* The form validates itself: the browser's own error bubbles cover the fields and disappear after a moment. */}
      <form ref={element} className={styles['form']} noValidate aria-busy={isPaying} onSubmit={onSubmit}>
        <div className={styles['item']}>
          <div className={styles['image']}>{image}</div>
          <div className={styles['what']}>
            <p className={classNames(lineStyles['two'], styles['title'])} dir="auto">
              {line.title}
            </p>
            <p className={styles['soft']}>
              <Decorated text={markedCondition(line.condition)} />
            </p>
          </div>
          <p className={styles['amount']}>
            {total > 0 && <span>{checkoutMessages.units(line.quantity, formatPrice(unitPrice))}</span>}
            <strong>{formatPrice(total)}</strong>
          </p>
        </div>
        <ShippingFields form={form} isBusy={isPaying} />
        <p className={styles['soft']}>{checkoutMessages.kept}</p>
        <div className={styles['foot']}>
          <CheckoutProblemText
            problem={problem}
            price={{ now: total, seen: props.totalSeen }}
            wanted={line.quantity}
            available={inStock}
            isOnline={isOnline}
            onTake={(quantity) => {
              setProblem(undefined);
              onQuantity(quantity);
            }}
          />
          <div className={styles['buttons']}>
            {form.earlier.length > 0 ? (
              <EarlierAddresses form={form} isBusy={isPaying} />
            ) : (
              <Button look="quiet" disabled={isPaying} onClick={clear}>
                {checkoutMessages.clear}
              </Button>
            )}
            <Button type="submit" look="primary" className={styles['pay'] ?? ''} disabled={isPaying || !hasStock}>
              {isPaying && <Spinner />}
              {payLabel}
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}
