import type * as english from '../en/cart.ts';
import { formatNumber } from '../format-number.ts';
import { plural } from './plural.ts';

export const cartMessages: typeof english.cartMessages = {
  close: 'Закрыть корзину',
  items: 'Товары в корзине:',
  empty: 'В корзине нет товаров.',
  loading: 'Загрузка корзины…',
  offline: 'Вашей корзины ещё нет на этом устройстве. Она появится, когда будет сеть.',
  total: (amount) => `Итого: ${amount}\u00a0$`,
  account: 'Мой аккаунт',
  checkout: 'Оформить заказ',
  toProducts: 'К товарам',
  separately: 'Каждый товар оплачивается отдельно.',
  pay: 'Оплатить криптовалютой',
  payFor: (title) => `Оплатить криптовалютой: ${title}`,
  quantity: (title) => `Количество: ${title}`,
  fewer: (title) => `На один меньше: ${title}`,
  more: (title) => `На один больше: ${title}`,
  remove: (title) => `Удалить из корзины: ${title}`,
  removed: (title) => `Удалено: ${title}`,
  each: (price) => `${price} за штуку`,
  waiting: 'Ещё не подтверждено',
  dearer: (was, now) => `Цена выросла с ${was} до ${now}.`,
  cheaper: (was, now) => `Цена снизилась с ${was} до ${now}.`,
  accept: 'ОК',
  acceptPrice: (title, price) => `ОК, ${price} за ${title}`,
  few: (available) => `${plural(available, 'Остался', 'Осталось', 'Осталось')} всего ${available}.`,
  take: (available) => `Изменить на ${available}`,
  none: 'Распродано.',
  gone: 'Больше нет в продаже.',
  failures: {
    remove: 'Не удалось удалить товар из корзины',
    quantity: 'Не удалось изменить количество товара',
  },
  failureLanguage: 'ru',
  failureMeanings: { remove: '', quantity: '' },
  notKept: 'Хранилище браузера не работает. Ничего не изменено: обновите страницу и повторите.',
  tryAgain: 'Повторить',
  giveUp: 'Оставить как есть',
  closeMessage: 'Закрыть',
};

export const addToCartMessages: typeof english.addToCartMessages = {
  add: 'В КОРЗИНУ',
  noCondition: 'Выберите состояние товара',
  signedOut: 'Войдите в аккаунт',
  added: 'Товар добавлен в корзину',
  addedSome: (added, wanted) => `В корзину добавлено ${added} из ${wanted}: больше заказать нельзя.`,
  addedTitle: (title) => `Товар добавлен в корзину: ${title}`,
  soldOut: (title) => `Распродано: ${title}`,
  inCart: (quantity) => `В корзине: ${formatNumber(quantity)}`,
  view: 'Открыть корзину',
  failed: 'Не удалось сохранить товар на этом устройстве. Повторите попытку.',
  full: 'Товар не добавлен: память устройства заполнена. Освободите место и повторите попытку.',
  notOpened:
    'Товар не добавлен: корзина ещё открывается. Если это не проходит, закройте другие вкладки магазина и повторите попытку.',
  notLoaded:
    'Товар не добавлен: часть приложения ещё не загружена на это устройство. Повторите попытку, когда появится сеть.',
  limit: (most) => `В корзине может быть не больше ${formatNumber(most)} шт. одного товара.`,
  noMore: (most) =>
    most === 1 ? 'Последний экземпляр уже в вашей корзине.' : `Все ${formatNumber(most)} шт. уже в вашей корзине.`,
};
