/** Why an order needs a person's attention: sentences that the server stores, and that administrators read in their language. */
export const ATTENTION = {
  latePayment: 'Paid after its stock was released, and there is none left to send.',
  wrongAmount: 'The payment provider reports another amount or currency than the order.',
  paidInPart: 'Paid in part.',
  partReleased: 'Paid in part; its stock was released.',
  paidTwice: 'Paid twice, by different payments.',
  paidLate: 'Money arrived after the time to pay had ended: accept or refund it at the payment provider.',
  overpaid: 'Paid more than the total: refund the difference.',
  underpaid: 'The payment provider counts it as paid, but less than the total has arrived.',
  lostPayment:
    'A payment was on its way when the order ended unpaid: check with the payment provider whether it arrived.',
  revoked: 'The payment provider no longer confirms the payment that it reported as finished.',
  unknownState: 'The payment provider reports a state that the shop does not know: check the payment there.',
  stuckPayment: 'The payment has been pending for too long; its stock was released.',
} as const;

/** Notes on an order's payment that its buyer sees beside the status. */
export const PAYMENT_NOTES = ['overpaid', 'checking'] as const;
export type PaymentNote = (typeof PAYMENT_NOTES)[number];

export type AttentionReason = keyof typeof ATTENTION;
