import { useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { CartLine } from '#contract/cart.ts';
import type { Cents } from '#contract/money.ts';
import type { User } from '#contract/user.ts';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { formatTotal } from '#pwa/messages/format-price.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { CheckoutProblemText } from './checkout-problem.tsx';
import { ShippingFields } from './shipping-form.tsx';
import { useCheckout } from './use-checkout.ts';
import type { PlacedOrder } from './use-checkout.ts';
import { useShipping } from './use-shipping.ts';
import styles from './checkout-window.module.css';

interface CheckoutWindowProps {
  readonly user: User;
  /** What is bought, live. */
  readonly line: CartLine;
  /** What all units of it cost now, and what the buyer has agreed to before; 0 when it is sold out. */
  readonly total: Cents;
  readonly totalSeen: Cents;
  /** Units in stock now. */
  readonly available: number;
  readonly picture: ReactNode;
  readonly onQuantity: (quantity: number) => void;
  readonly onOrdered: (ordered: PlacedOrder) => void;
  readonly onClose: () => void;
}

/** The form that an item is ordered with. It is kept on the device while it is written, also without network. */
export function CheckoutWindow(props: CheckoutWindowProps) {
  const { user, line, available, picture, onQuantity, onOrdered, onClose } = props;
  const element = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const form = useShipping(user);
  const { isPaying, problem, setProblem, pay } = useCheckout(user, onOrdered);
  // What the server said of the price stands until the catalogue on this device says something newer.
  const asked = problem?.kind === 'price' && problem.was === props.total ? problem.now : props.total;
  const inStock = problem?.kind === 'stock' && problem.wanted === line.quantity ? problem.available : available;
  const hasStock = inStock >= line.quantity && asked > 0;

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPaying || !isOnline || !hasStock) return;
    const wrong = form.judgeAll();
    if (wrong === undefined) void pay({ line, total: asked }, form.texts);
    else element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  const close = (): void => {
    if (!isPaying) onClose();
  };
  return (
    <Modal kind="dialog" label={checkoutMessages.title} onClose={close}>
      <DrawerHead title={checkoutMessages.title} closeLabel={checkoutMessages.close} onClose={close} />
      {/* The form judges itself: the browser's own bubbles cover the fields and go after a moment. */}
      <form ref={element} className={styles['form']} noValidate aria-busy={isPaying} onSubmit={onSubmit}>
        <div className={styles['item']}>
          <div className={styles['picture']}>{picture}</div>
          <p dir="auto">{line.title}</p>
          <p className={styles['amount']}>
            {line.quantity > 1 && <span>{checkoutMessages.units(line.quantity)}</span>}
            <strong>{checkoutMessages.amount(formatTotal(asked))}</strong>
          </p>
        </div>
        <ShippingFields form={form} isBusy={isPaying} />
        <p className={styles['soft']}>{checkoutMessages.kept}</p>
        <div className={styles['foot']}>
          <CheckoutProblemText
            problem={problem}
            price={{ now: asked, seen: props.totalSeen }}
            wanted={line.quantity}
            available={inStock}
            isOnline={isOnline}
            onTake={(quantity) => {
              setProblem(undefined);
              onQuantity(quantity);
            }}
          />
          <div className={styles['buttons']}>
            <Button disabled={isPaying} onClick={form.clear}>
              {checkoutMessages.clear}
            </Button>
            <Button
              type="submit"
              look="primary"
              className={styles['pay'] ?? ''}
              disabled={isPaying || !isOnline || !hasStock}
            >
              {isPaying && <Spinner />}
              {isPaying ? checkoutMessages.paying : checkoutMessages.pay(formatTotal(asked))}
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}
