import type * as english from '../en/order-page.ts';

export const orderPageMessages: typeof english.orderPageMessages = {
  back: 'Все заказы',
  offline: {
    title: 'Этого заказа пока нет на этом устройстве',
    hint: 'Он появится, когда восстановится связь с магазином.',
  },
  'signed-out': { title: 'Этого заказа пока нет на этом устройстве', hint: 'Чтобы увидеть его, войдите снова.' },
  unknown: { title: 'Заказ не найден', hint: 'Возможно, он удалён или сделан из другого аккаунта.' },
  title: 'Заказ',
  number: (name) => `Заказ ${name}`,

  timeline: 'Ход заказа',
  placed: 'Заказ оформлен',
  payment: 'Платёж',
  paid: 'Оплачен',
  shipping: 'Доставка',
  shipTo: 'Адрес доставки',

  buyAgain: 'Купить ещё раз',
  noLongerSold: (title) => `Не добавлено: товар «${title}» больше не продаётся.`,
  catalogueLoading: 'Каталог ещё загружается. Попробуйте чуть позже.',
  view: 'Открыть товар',
  contact: 'Написать нам об этом заказе',
  question: (name, title) => `По заказу ${name} (${title}): `,

  print: 'Распечатать счёт',
  invoice: 'Счёт',
  billTo: 'Покупатель и адрес доставки',
  facts: { order: 'Заказ', date: 'Дата', payment: 'Оплата', paid: 'Оплачен', shipment: 'Отправление' },
  items: { item: 'Товар', quantity: 'Количество', unitPrice: 'Цена за штуку', total: 'Итого' },
  currency: 'Все суммы в долларах США.',
};
