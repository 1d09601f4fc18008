import type * as english from '../en/pay-page.ts';

export const payPageMessages: typeof english.payPageMessages = {
  pay: (amount) => `Оплатить ${amount}`,
  paying: (amount) => `Оплата ${amount}`,
  demo: 'Демо-магазин: настоящие деньги не списываются.',
  late: 'Время на оплату вышло. Если оплатить сейчас, платёж придёт с опозданием.',
  actions: {
    pay: 'Оплатить',
    short: 'Заплатить меньше',
    expire: 'Дать сроку истечь',
    fail: 'Дать платежу сорваться',
  },
  back: 'Вернуться в магазин без оплаты',
  progress: 'Оплата',
  steps: {
    waiting: 'Ожидает оплаты',
    confirming: 'Подтверждается',
    confirmed: 'Подтверждён',
    sending: 'Зачисляется',
    finished: 'Завершён',
  },
  missing: 'Счёт не найден',
  checkAddress: 'Проверьте адрес.',
  backToStore: 'Вернуться в магазин',
};
