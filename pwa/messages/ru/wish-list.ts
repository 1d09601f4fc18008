import type * as english from '../en/wish-list.ts';
import { counted } from './plural.ts';

export const wishListMessages: typeof english.wishListMessages = {
  close: 'Закрыть избранное',
  empty: 'Здесь пока пусто',
  emptyHint: 'Нажмите на сердечко у товара, чтобы сохранить его здесь. Список остаётся на этом устройстве.',
  count: (count) => counted(count, 'товар', 'товара', 'товаров'),
  gone: (id) => `Товара с ID ${id} больше нет в этом магазине.`,
  notHere: (id) => `Товара с ID ${id} ещё нет на этом устройстве.`,
  damaged: 'Часть сохранённого избранного повреждена. Здесь то, что удалось прочитать.',
  remove: 'Убрать',
  removeGone: (id) => `Убрать ID ${id} из избранного`,
};
