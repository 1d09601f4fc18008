import type * as english from '../en/terms.ts';

export const termMessages: typeof english.termMessages = {
  conditions: {
    excellent: 'отличное',
    verygood: 'очень хорошее',
    good: 'хорошее',
    acceptable: 'приемлемое',
  },
  payments: {
    creating: 'создаётся',
    waiting: 'ожидает оплаты',
    confirming: 'подтверждается',
    confirmed: 'подтверждён',
    sending: 'зачисляется',
    partially_paid: 'оплачен частично',
    finished: 'оплачен',
    failed: 'не прошёл',
    expired: 'просрочен',
    refunded: 'возвращён',
  },
};
