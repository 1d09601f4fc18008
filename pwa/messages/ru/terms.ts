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
    waiting: 'ожидается',
    part_received: 'получена часть оплаты',
    confirming: 'подтверждается',
    confirmed: 'подтверждён',
    sending: 'зачисляется',
    partially_paid: 'оплачен частично',
    paid_late: 'оплачен с опозданием',
    finished: 'оплачен',
    failed: 'не прошёл',
    expired: 'просрочен',
    refunded: 'возвращён',
  },
};
