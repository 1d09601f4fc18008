import type * as english from '../en/manifest.ts';

export const manifestMessages: typeof english.manifestMessages = {
  description: 'Четыре магазина, которые открываются мгновенно и работают без сети.',
  cart: 'Корзина',
  orders: 'Мои заказы',
  chats: 'Чаты',
  narrowScreenshot: 'Магазин на телефоне',
  wideScreenshot: 'Категория на широком экране',
};
