import type * as english from '../en/checkout.ts';
import { counted } from './plural.ts';

const ORDERS = 'Мои заказы';

export const checkoutMessages: typeof english.checkoutMessages = {
  title: 'Доставка и контакты',
  close: 'Закрыть форму',
  fields: {
    country: 'Страна',
    address: 'Адрес',
    postal_code: 'Почтовый индекс',
    city: 'Город',
    state_prov: 'Штат или область',
    contact_name: 'Имя получателя',
    email: 'Эл. почта',
    phone: 'Телефон',
  },
  optional: '(необязательно)',
  addressHint: 'с квартирой, подъездом, этажом',
  earlier: 'Прежний адрес',
  chooseCountry: 'Выберите страну',
  suggestedCountries: 'Предлагаем',
  allCountries: 'Все страны',
  problems: {
    missing: {
      country: '',
      address: 'Укажите улицу и номер дома.',
      postal_code: 'Укажите почтовый индекс.',
      city: 'Укажите город или посёлок.',
      state_prov: 'Укажите штат или провинцию.',
      contact_name: 'Укажите имя получателя.',
      email: 'Укажите эл. почту для уведомлений о заказе.',
      phone: '',
    },
    email: 'Укажите адрес вида name@example.com.',
    postalCode: (country, example) => `Индекс не подходит. Страна: ${country}, пример: ${example}.`,
    tooLong: (most) => `Не больше ${counted(most, 'символа', 'символов', 'символов')}.`,
  },
  kept: 'Сохраняется на этом устройстве, пока вы печатаете. Магазин получит эти данные, когда вы нажмёте «Оплатить».',
  clear: 'Очистить',
  pay: (amount) => `Оплатить ${amount}`,
  paying: 'Оформляем заказ…',
  units: (quantity, price) => `${quantity} × ${price}`,
  offline: 'Нет сети. Подготовьте оплату сейчас: когда сеть появится, мы предложим оплатить.',
  priceChanged: (was, now) => `Цена изменилась с ${was} на ${now}.`,
  nothingOrdered: 'Заказ ещё не оформлен.',
  mostUnits: (limit) => `За один раз можно заказать не больше ${limit} шт. этого товара.`,
  moreUnits: (allowed) => `Пока другие заказы этого товара не оплачены, можно заказать ещё ${allowed} шт.`,
  noUnits: 'Сначала оплатите или удалите один из других заказов этого товара.',
  elsewhere: 'Этого товара больше нет в корзине, или его заказывают в другой вкладке.',
  failure: 'Не удалось создать заказ',
  failureLanguage: 'ru',
  failureMeaning: '',
  unknown: 'Магазин недоступен. Нажмите «Оплатить» ещё раз, когда появится сеть: второго заказа не будет.',
  preparingTab: 'Подготовка страницы оплаты…',
  ordered: (title) => `Заказано: ${title}`,
  paymentOpened: 'Страница оплаты открыта в другой вкладке. Ваш заказ — в разделе «Мои заказы».',
  paymentBlocked: 'Браузер заблокировал страницу оплаты. Оплатите заказ в разделе «Мои заказы».',
  paymentPrepared: 'Страница оплаты готовится. Она появится у заказа в разделе «Мои заказы».',
  payNow: 'Оплатить',
  payNext: 'Оплатить следующий товар',
  orders: ORDERS,
  dismiss: 'Закрыть это сообщение',
};

export const readyMessages: typeof english.readyMessages = {
  getReady: 'Подготовить оплату',
  isReady: 'Готово. Когда сеть появится, мы предложим оплатить.',
  same: (title, price) => `${title}: всё ещё ${price} и в наличии.`,
  changed: (title, was, now) => `${title}: в наличии, но цена изменилась с ${was} на ${now}.`,
  soldOut: (title) => `${title}: тем временем продано.`,
  payNow: 'Оплатить',
};

export const paymentMessages: typeof english.paymentMessages = {
  tab: 'Оплата',
  waiting: {
    title: 'Ждём подтверждения оплаты',
    text: 'Страница обновляется сама. Её можно закрыть: заказ есть в вашем аккаунте.',
    action: ORDERS,
  },
  offline: {
    title: 'Ждём подтверждения оплаты',
    text: 'Магазин сейчас недоступен. Подтверждение появится здесь и в списке заказов, как только связь вернётся.',
    action: ORDERS,
  },
  failed: {
    title: 'Заказ не оплачен',
    text: 'Платёж не прошёл, пришёл слишком поздно или был возвращён.',
    action: ORDERS,
  },
  partial: {
    title: 'Оплачено не полностью',
    text: 'Мы получили меньше, чем нужно. Доплатите поскорее в разделе «Мои заказы»: товар забронирован ненадолго.',
    action: ORDERS,
  },
  late: {
    title: 'Платёж пришёл с опозданием',
    text: 'Деньги пришли после срока оплаты. Мы знаем о платеже: отправим товар или вернём деньги.',
    action: ORDERS,
  },
  unknown: {
    title: 'Заказ не найден',
    text: 'Проверьте адрес. Возможно, заказ удалён или принадлежит другому аккаунту.',
    action: ORDERS,
  },
  signedOut: {
    title: 'Войдите, чтобы увидеть заказ',
    text: 'Состояние оплаты видит только покупатель.',
  },
  success: {
    title: 'Спасибо за покупку!',
    text: 'Оплата прошла успешно.',
    action: 'Назад в магазин',
  },
  cancel: {
    title: 'Платёж отменён',
    text: 'К сожалению, платёж не завершён. Можно попробовать ещё раз.',
    action: 'Попробовать ещё раз',
  },
};
