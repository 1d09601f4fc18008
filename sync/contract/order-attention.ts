/** Why an order needs a person's attention: sentences that the server stores, and that administrators read in their language. */
export const ATTENTION = {
  latePayment: 'Paid after its stock was released, and there is none left to send.',
  wrongAmount: 'The payment provider reports another amount or currency than the order.',
  paidInPart: 'Paid in part.',
  partReleased: 'Paid in part; its stock was released.',
  paidTwice: 'Paid twice, by different payments.',
  stuckPayment: 'The payment has been pending for too long; its stock was released.',
} as const;

export type AttentionReason = keyof typeof ATTENTION;
