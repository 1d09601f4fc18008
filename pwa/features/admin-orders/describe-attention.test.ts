import { describe, expect, it } from 'vitest';
import { ATTENTION } from '#contract/orders/order-attention.ts';
import { inLanguage } from '#pwa/messages/localized.ts';
import { adminOrderMessages } from '#pwa/messages/ru/admin-orders.ts';
import { describeAttention } from './describe-attention.ts';

const inRussian = (reasons: string): string =>
  inLanguage('ru', { adminOrderMessages }, () => describeAttention(reasons));

describe('the reasons why an order needs attention', () => {
  it.each(Object.values(ATTENTION))('are translated into Russian: %s', (reason) => {
    expect(inRussian(reason)).toMatch(/^[^A-Za-z]+$/);
  });

  it('stay apart when an order has several', () => {
    expect(inRussian(`${ATTENTION.paidInPart} ${ATTENTION.paidTwice}`)).toBe(
      'Оплачен частично. Оплачен дважды, разными платежами.',
    );
  });

  it('stay as the server wrote them if the language is English or this version does not know them', () => {
    expect(Object.values(ATTENTION).map(describeAttention)).toEqual(Object.values(ATTENTION));
    expect(inRussian('Paid in shells.')).toBe('Paid in shells.');
  });
});
