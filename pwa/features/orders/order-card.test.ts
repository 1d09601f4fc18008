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
  test('has a space between the state of the parcel and the carrier', () => {
    const html = renderToStaticMarkup(
      createElement(OrderCard, {
        order: createOrder({ shipped: true, postal_service: 'USPS', tracking_number: '9400' }),
        rejection: undefined,
        onDelete: ignore,
        onDismiss: ignore,
      }),
    );
    expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/Sent USPS\s9400/);
  });

  test.each([
    ['part_received', [], ['part_received', 'Pay the rest before the time']],
    ['paid_late', [], ['paid_late', 'Your payment arrived after the time to pay']],
    ['finished', ['overpaid'], ['You have paid more than the total']],
    ['expired', ['checking', 'a note of a newer server'], ['We are checking the payment']],
  ])('says what happened to the money: %s with the notes %j', (payment_status, payment_notes, texts) => {
    const html = renderToStaticMarkup(
      createElement(OrderCard, {
        order: createOrder({ payment_status, payment_notes }),
        rejection: undefined,
        onDelete: ignore,
        onDismiss: ignore,
      }),
    );
    for (const text of texts) expect(html).toContain(text);
    expect(html).not.toContain('newer server');
  });

  // In these statuses, the server rejects a deletion with payment-in-progress.
  test.each(['part_received', 'confirming', 'confirmed', 'sending', 'partially_paid', 'paid_late', 'finished'])(
    'offers no deletion while a payment is %s',
    (status) => expect(render(status)).not.toContain('Delete'),
  );

  test.each(['creating', 'waiting', 'expired', 'failed', 'refunded', 'a status of the provider'])(
    'offers deletion in status %s',
    (status) => expect(render(status)).toContain('Delete'),
  );
});
