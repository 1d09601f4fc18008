import type { PayAction } from '../../payments/simulator/pay-steps.ts';

/** Texts of the payment simulator. */
export const payPageMessages = {
  pay: (amount: string) => `Pay ${amount}`,
  paying: (amount: string) => `Paying ${amount}`,
  demo: 'Demo: no real money is charged.',
  late: 'The time to pay has run out. If you pay now, the payment arrives late.',
  actions: {
    pay: 'Pay',
    short: 'Pay too little',
    expire: 'Let it expire',
    fail: 'Let it fail',
  } satisfies Record<PayAction, string>,
  back: 'Back to the store without paying',
  progress: 'Payment',
  steps: {
    waiting: 'Waiting',
    confirming: 'Confirming',
    confirmed: 'Confirmed',
    sending: 'Sending',
    finished: 'Finished',
  },
  missing: 'Invoice not found',
  checkAddress: 'Check the address.',
  backToStore: 'Back to the store',
};
