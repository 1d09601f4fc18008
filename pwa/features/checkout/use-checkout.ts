import { useRef, useState } from 'react';
import type { CartLine } from '#contract/orders/cart.ts';
import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { Order } from '#contract/orders/order.ts';
import type { User } from '#contract/account/user.ts';
import { checkoutMessages } from '#pwa/messages/en/checkout.ts';
import { openPaymentTab } from './payment-tab.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import { withLock } from '#pwa/platform/browser/with-lock.ts';
import type { Purchase, UserData } from '#sync/api/account-api.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { tidyShipping } from './check-shipping.ts';
import { readAvailable, readTotal, readUnitLimit } from './read-rejection.ts';
import type { UnitLimit } from './read-rejection.ts';
import type { ShippingTexts } from './shipping-fields.ts';

/** Why the last attempt placed no order. */
export type CheckoutProblem =
  /** The total has changed. */
  | { readonly kind: 'price'; readonly was: Cents; readonly now: Cents }
  /** The stock is too low. */
  | { readonly kind: 'stock'; readonly wanted: number; readonly available: number }
  /** The user's unpaid orders would hold too many units of the product. */
  | ({ readonly kind: 'units' } & UnitLimit)
  /** Another tab is ordering the same item, or has ordered, removed or changed the line. */
  | { readonly kind: 'elsewhere' }
  /** The result is unknown; a retry of the same attempt creates no second order. */
  | { readonly kind: 'unknown' }
  /** The server rejected the order for another reason. */
  | { readonly kind: 'rejected'; readonly code: string };

/** An order that the server has confirmed. */
export interface PlacedOrder {
  readonly order: Order;
  /** Null until there is a payment page. */
  readonly paymentUrl: string | null;
  /** Whether the payment page was opened in a tab. */
  readonly isPageOpen: boolean;
}

/** The item to buy. */
export interface Buy {
  readonly line: CartLine;
  /** The total for all units that the buyer accepted. */
  readonly total: Cents;
}

export interface Checkout {
  readonly isPaying: boolean;
  readonly problem: CheckoutProblem | undefined;
  readonly setProblem: (problem: undefined) => void;
  /** Places the order. Must be called in a click handler: browsers block tabs opened elsewhere. */
  readonly pay: (buy: Buy, shipping: ShippingTexts) => Promise<void>;
}

/** Orders one item of the cart at most once, however often and in however many tabs the button is clicked. */
export function useCheckout(user: User, onOrdered: (placed: PlacedOrder) => void): Checkout {
  const { account } = useSync();
  const data = useOpenUserData();
  // A second click may come before the first one is rendered: the state alone would let both through.
  const isInFlight = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem>();

  const pay = async (buy: Buy, shipping: ShippingTexts): Promise<void> => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    setPaying(true);
    setProblem(undefined);
    const tab = openPaymentTab(checkoutMessages.preparingTab);
    try {
      const { line, total } = buy;
      const { product_id, life = 0, condition, store, quantity } = line;
      const result = await withLock(`hexlime-pay-${user.sub}-${product_id}-${condition}`, async () => {
        // Another tab may just have ordered the item, so that the line shown here is no longer in the cart.
        if (data && !(await isInCart(data, line))) return undefined;
        return account.createPurchase({
          google_id: user.sub,
          product_id,
          life,
          condition,
          store,
          quantity,
          total_amount: toDollars(total),
          ...tidyShipping(shipping),
        });
      });
      if (result?.ok) onOrdered(showPayment(result.value, tab));
      else setProblem(toProblem(result, buy));
      if (!result?.ok || result.value.payment_url === null) tab.close();
    } catch {
      // The worker has died: the order, if there is one, appears after the next start.
      tab.close();
      setProblem({ kind: 'unknown' });
    } finally {
      isInFlight.current = false;
      setPaying(false);
    }
  };
  return { isPaying, problem, setProblem, pay };
}

/** Whether the cart still has the line, in this quantity. True if the storage fails: the server decides anyway. */
const isInCart = (data: UserData, { product_id, life = 0, condition, quantity }: CartLine): Promise<boolean> =>
  data.cart().then(
    (lines) =>
      lines.some(
        (line) =>
          line.product_id === product_id &&
          (line.life ?? 0) === life &&
          line.condition === condition &&
          line.quantity === quantity,
      ),
    () => true,
  );

function showPayment({ order, payment_url }: Purchase, tab: ReturnType<typeof openPaymentTab>): PlacedOrder {
  return { order, paymentUrl: payment_url, isPageOpen: payment_url !== null && tab.show(payment_url) };
}

function toProblem(
  result: Exclude<CallResult<Purchase>, { ok: true }> | undefined,
  { line, total }: Buy,
): CheckoutProblem {
  if (!result) return { kind: 'elsewhere' };
  if (result.problem !== 'rejected') return { kind: 'unknown' };
  const now = result.code === 'price-changed' ? readTotal(result.current) : undefined;
  if (now !== undefined) return { kind: 'price', was: total, now };
  const available = result.code === 'out-of-stock' ? readAvailable(result.current) : undefined;
  if (available !== undefined) return { kind: 'stock', wanted: line.quantity, available };
  const units = result.code === 'too-many-units' ? readUnitLimit(result.current) : undefined;
  if (units !== undefined) return { kind: 'units', ...units };
  return { kind: 'rejected', code: result.code };
}
