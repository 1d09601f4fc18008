import type * as english from '../en/push.ts';
import { counted } from './plural.ts';

export const pushMessages: typeof english.pushMessages = {
  signedIn: 'Новый вход',
  signedInOn: (device) => `В ваш аккаунт вошли с устройства: ${device}. Если это были не вы, завершите его сеанс.`,
  administratorLoggedIn: 'Вошёл администратор',
  administratorLoggedInOn: (name, device) =>
    `${name ?? 'Администратор'}: ${device}. Если вы этого не ждали, завершите сеанс.`,
  device: (browser, system) =>
    browser !== null && system !== null ? `${browser}, ${system}` : (browser ?? system ?? 'неизвестное устройство'),

  paid: 'Платёж получен',
  sent: 'Ваш заказ отправлен',

  replyAbout: (title) => `Ответ о товаре «${title}»`,
  questionAbout: (buyer, title) => `${buyer} о товаре «${title}»`,
  photos: (count) => (count === 1 ? 'Фотография' : counted(count, 'фотография', 'фотографии', 'фотографий')),

  stopWatching: 'Больше не следить',
  newsAbout: (count) => `Новости о ${counted(count, 'товаре', 'товарах', 'товарах')}, за которыми вы следите`,
  andMore: (count) => `И ещё ${counted(count, 'товар', 'товара', 'товаров')}`,
  cheaper: (price, less) => `Теперь ${price} — на ${less} дешевле, чем при сохранении`,
  backCheaper: (price, less) => `Снова в наличии, теперь ${price} — на ${less} дешевле, чем при сохранении`,
  backFor: (price) => `Снова в наличии за ${price}`,
  back: 'Снова в наличии',
};
