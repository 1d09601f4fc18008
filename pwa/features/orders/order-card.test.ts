import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { OrderCard } from './order-card.tsx';
import { createOrder } from './testing/order.ts';

const ignore = (): void => undefined;
const render = (payment_status: string): string =>
  renderToStaticMarkup(
    createElement(OrderCard, {
      order: createOrder({ payment_status }),
      rejection: undefined,
      onDelete: ignore,
      onDismiss: ignore,
    }),
  );

describe('the card of an order', () => {
  // The statuses in which the server answers payment-in-progress.
  test.each(['confirming', 'confirmed', 'sending', 'partially_paid', 'finished'])(
    'offers no deletion while a payment is %s',
    (status) => expect(render(status)).not.toContain('Delete'),
  );

  test.each(['creating', 'waiting', 'expired', 'failed', 'refunded', 'a status of the provider'])(
    'offers deletion in status %s',
    (status) => expect(render(status)).toContain('Delete'),
  );
});
