import { useEffect, useState } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { User } from '#contract/account/user.ts';
import { entryTotal, isSoldOut } from '#pwa/features/cart/cart-entry.ts';
import type { CartEntry } from '#pwa/features/cart/cart-entry.ts';
import { CartList } from '#pwa/features/cart/cart-list.tsx';
import { useCart } from '#pwa/features/cart/use-cart.ts';
import { CheckoutWindow } from '#pwa/features/checkout/checkout-window.tsx';
import { OrderPlacedNotice } from '#pwa/features/checkout/order-placed-notice.tsx';
import { ONLY_ITEM, payingItem } from '#pwa/features/checkout/paying-item.ts';
import type { PlacedOrder } from '#pwa/features/checkout/use-checkout.ts';
import { usePaymentIntent } from '#pwa/features/checkout/use-payment-intent.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { readyMessages } from '#pwa/messages/en/checkout.ts';
import { accountTab } from '#pwa/platform/browser/account-navigation.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { paymentIntent } from '#pwa/platform/storage/payment-intent.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { CartImage } from './cart-image.tsx';
import { goToCartProduct } from '../routing/go-to-product.ts';
import { goToShop } from '../routing/router.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import styles from './cart-tab.module.css';

/** The cart on the account page, where each item can be ordered. */
export function CartTab({ user }: { readonly user: User }) {
  const { entries, changes } = useCart();
  const payingKey = useObservable(payingItem);
  const intent = usePaymentIntent(user);
  const isOnline = useOnline();
  const [ordered, setOrdered] = useState<PlacedOrder>();
  useEffect(() => () => payingItem.set(undefined), []);
  // Removing an item, here or on another device, closes its form.
  const paying = entries?.find(({ key }) => key === payingKey);
  const payable = entries?.find((entry) => !isSoldOut(entry));
  const onlyKey = entries?.length === 1 ? payable?.key : undefined;
  useEffect(() => {
    if (entries && payingKey === ONLY_ITEM) payingItem.set(onlyKey);
  }, [entries, payingKey, onlyKey]);
  const renderActions = (entry: CartEntry) => (
    <>
      {!isOnline && intent?.key === entry.key && <p className={styles['ready']}>{readyMessages.isReady}</p>}
      <Button
        look="primary"
        aria-label={cartMessages.payFor(entry.line.title)}
        aria-haspopup="dialog"
        disabled={isSoldOut(entry)}
        onClick={() => payingItem.set(entry.key)}
      >
        {cartMessages.pay}
      </Button>
    </>
  );
  return (
    <>
      {ordered && (
        <OrderPlacedNotice
          placed={ordered}
          onOrders={() => accountTab.set('orders')}
          onNext={payable && (() => payingItem.set(payable.key))}
          onClose={() => setOrdered(undefined)}
        />
      )}
      <div className={boxStyles['box']}>
        {entries && entries.length > 0 && <h2 className={styles['title']}>{cartMessages.items}</h2>}
        {entries && entries.length > 1 && <p className={styles['soft']}>{cartMessages.separately}</p>}
        <CartList
          entries={entries}
          changes={changes}
          renderImage={({ line }) => <CartImage line={line} />}
          onOpen={goToCartProduct}
          renderActions={renderActions}
          canType
          toProducts={
            <ShopLink shop={CART_SHOP} className={buttonClass('secondary')} onFollow={goToShop}>
              {cartMessages.toProducts}
            </ShopLink>
          }
        />
      </div>
      {paying && (
        <CheckoutWindow
          user={user}
          line={paying.line}
          total={entryTotal(paying)}
          totalSeen={(paying.priceSeen * paying.line.quantity) as typeof paying.price}
          available={paying.available}
          image={<CartImage line={paying.line} />}
          onQuantity={(quantity) => void changes.setQuantity(paying, quantity)}
          onReady={() => {
            const total = entryTotal(paying);
            paymentIntent.update(() => ({ sub: user.sub, key: paying.key, total, readyAtMs: Date.now() }));
            payingItem.set(undefined);
          }}
          onOrdered={(next) => {
            payingItem.set(undefined);
            setOrdered(next);
          }}
          onClose={() => payingItem.set(undefined)}
        />
      )}
    </>
  );
}
