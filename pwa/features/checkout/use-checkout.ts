import { useRef, useState } from 'react';
import type { CartLine } from '#contract/cart.ts';
import type { Cents } from '#contract/money.ts';
import type { Order, Shipping } from '#contract/order.ts';
import type { User } from '#contract/user.ts';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { openPaymentTab } from '#pwa/platform/browser/payment-tab.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import { withLock } from '#pwa/platform/browser/with-lock.ts';
import type { CallResult, Purchase, UserData } from '#sync/account/account-api.ts';
import { tidyShipping } from './check-shipping.ts';
import { readAvailable, readTotal } from './read-rejection.ts';

/** Why the last attempt made no order. */
export type CheckoutProblem =
  /** The server asks another total now. */
  | { readonly kind: 'price'; readonly was: Cents; readonly now: Cents }
  /** There is not as much of it any more. */
  | { readonly kind: 'stock'; readonly wanted: number; readonly available: number }
  /** Another tab is ordering the same item, or has done so. */
  | { readonly kind: 'elsewhere' }
  /** Nobody knows what became of it; the same attempt can be repeated without a second order. */
  | { readonly kind: 'unknown' }
  /** The server refused for another reason: an error code. */
  | { readonly kind: 'refused'; readonly code: string };

/** An order that the server has confirmed. */
export interface PlacedOrder {
  readonly order: Order;
  /** Null while there is no payment page yet. */
  readonly paymentUrl: string | null;
  /** Whether the browser shows the payment page. */
  readonly isPageOpen: boolean;
}

/** What is bought. */
export interface Buy {
  readonly line: CartLine;
  /** What the buyer has agreed to pay for all units. */
  readonly total: Cents;
}

export interface Checkout {
  readonly isPaying: boolean;
  readonly problem: CheckoutProblem | undefined;
  readonly setProblem: (problem: undefined) => void;
  /** Orders. To be called within a click: browsers let nothing else open a tab. */
  readonly pay: (buy: Buy, shipping: Shipping) => Promise<void>;
}

/** Ordering one item of the cart: at most once, whatever is pressed how often in how many tabs. */
export function useCheckout(user: User, onOrdered: (ordered: PlacedOrder) => void): Checkout {
  const { account } = useSync();
  const data = useOpenUserData();
  // Two presses may come before the first one is drawn: the state alone would let both through.
  const isUnderWay = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem>();

  const pay = async (buy: Buy, shipping: Shipping): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPaying(true);
    setProblem(undefined);
    const tab = openPaymentTab(checkoutMessages.preparingTab);
    try {
      const { line, total } = buy;
      const { product_id, condition, store, quantity } = line;
      const result = await withLock(`hexlime-pay-${user.sub}-${product_id}-${condition}`, async () => {
        // Another tab may have ordered it a moment ago: this one has not drawn that yet.
        if (data && !(await isInCart(data, line))) return undefined;
        return account.createPurchase({
          google_id: user.sub,
          product_id,
          condition,
          store,
          quantity,
          total_amount: total / 100,
          ...tidyShipping(shipping),
        });
      });
      if (result?.ok) onOrdered(showPayment(result.value, tab));
      else setProblem(judge(result, buy));
      if (!result?.ok || result.value.payment_url === null) tab.close();
    } catch {
      // The worker is gone: the order, if there is one, comes with the next start.
      tab.close();
      setProblem({ kind: 'unknown' });
    } finally {
      isUnderWay.current = false;
      setPaying(false);
    }
  };
  return { isPaying, problem, setProblem, pay };
}

/** Whether the cart still has what is bought. A storage that fails must not stand in the way: the server decides anyway. */
const isInCart = (data: UserData, { product_id, condition, quantity }: CartLine): Promise<boolean> =>
  data.cart().then(
    (lines) =>
      lines.some(
        (line) => line.product_id === product_id && line.condition === condition && line.quantity === quantity,
      ),
    () => true,
  );

function showPayment({ order, payment_url }: Purchase, tab: ReturnType<typeof openPaymentTab>): PlacedOrder {
  return { order, paymentUrl: payment_url, isPageOpen: payment_url !== null && tab.show(payment_url) };
}

function judge(result: Exclude<CallResult<Purchase>, { ok: true }> | undefined, { line, total }: Buy): CheckoutProblem {
  if (!result) return { kind: 'elsewhere' };
  if (result.problem !== 'rejected') return { kind: 'unknown' };
  const now = result.code === 'price-changed' ? readTotal(result.current) : undefined;
  if (now !== undefined) return { kind: 'price', was: total, now };
  const available = result.code === 'out-of-stock' ? readAvailable(result.current) : undefined;
  if (available !== undefined) return { kind: 'stock', wanted: line.quantity, available };
  return { kind: 'refused', code: result.code };
}
