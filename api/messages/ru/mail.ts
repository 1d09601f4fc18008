import type * as english from '../en/mail.ts';

export const mailMessages: typeof english.mailMessages = {
  reason: (shop, origin) =>
    `Вы получили это письмо, потому что сделали заказ в магазине ${shop}, ${origin}. Есть вопросы? Напишите в чат магазина.`,
  reasonTyped: (shop, origin) =>
    `Вы получили это письмо, потому что этот адрес указали при заказе в магазине ${shop}, ${origin}. Если вы о нём не знаете, просто не отвечайте: с вас ничего не спишут.`,
  viewOrder: 'Посмотреть заказ',
  placed: {
    subject: (title) => `Ваш заказ принят: ${title}`,
    heading: 'Спасибо за заказ',
    reserved: (until) => `Товар отложен для вас до ${until}. Оплатите заказ до этого времени.`,
    ordered: 'Вот что вы заказали.',
    viewAndPay: 'Посмотреть и оплатить',
  },
  paid: {
    subject: (title) => `Платёж получен: ${title}`,
    heading: 'Мы получили ваш платёж',
    intro: 'Мы готовим заказ и напишем снова, когда он будет в пути.',
  },
  sent: {
    subject: (title) => `Ваш заказ в пути: ${title}`,
    heading: 'Ваш заказ в пути',
    intro: 'Мы отправили заказ.',
    introWith: (carrier) => `Мы отправили заказ. Служба доставки: ${carrier}.`,
    track: (carrier) => `Отследить: ${carrier}`,
  },
  facts: {
    item: 'Товар',
    condition: 'Состояние',
    quantity: 'Количество',
    total: 'Итого',
    order: 'Заказ',
    carrier: 'Доставка',
    tracking: 'Трек-номер',
    address: 'Адрес',
  },
  conditions: {
    excellent: 'отличное',
    verygood: 'очень хорошее',
    good: 'хорошее',
    acceptable: 'приемлемое',
  },
};

export const mailPreviewMessages: typeof english.mailPreviewMessages = {
  title: 'Письма',
  heading: 'Письма о заказах',
  note: 'Просмотр в демо-магазине: отсюда ничего не отправляется.',
  empty: 'Заказов пока нет.',
  none: 'Нет',
  kinds: { placed: 'Принят', paid: 'Оплачен', sent: 'Отправлен' },
  asText: (kind) => `${kind}, текстом`,
};
