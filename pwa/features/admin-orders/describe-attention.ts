import { ATTENTION } from '#contract/orders/order-attention.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';

const REASONS = Object.keys(ATTENTION) as (keyof typeof ATTENTION)[];

/** Returns the reasons in the administrator's language; a reason that this version does not know stays as the server wrote it. */
export const describeAttention = (reasons: string): string =>
  REASONS.reduce((text, key) => text.replaceAll(ATTENTION[key], adminOrderMessages.attentionReasons[key]), reasons);
