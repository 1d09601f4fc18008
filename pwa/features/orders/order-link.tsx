import type { Order } from '#contract/orders/order.ts';
import { orderPagePath } from '#contract/screens/screens.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

/** The link from an order in the list to its page. */
export const OrderLink = ({ order }: { readonly order: Order }) => (
  <a
    className={buttonClass('secondary')}
    href={orderPagePath(order.id)}
    aria-label={orderMessages.detailsOf(order.title)}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      navigate(orderPagePath(order.id));
      scrollTo({ top: 0, behavior: 'instant' });
    }}
  >
    {orderMessages.details}
  </a>
);
