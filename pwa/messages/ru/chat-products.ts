import type * as english from '../en/chat-products.ts';
import { counted } from './plural.ts';

export const chatProductMessages: typeof english.chatProductMessages = {
  products: 'Товары',
  attached: 'Прикреплённые товары',
  attach: 'Прикрепить товар',
  remove: (name, number) => (name === '' ? `Убрать товар ${number}` : `Убрать: ${name}`),
  tooMany: (most) => `В сообщении может быть не больше ${counted(most, 'товара', 'товаров', 'товаров')}.`,
  number: (id) => `Товар ${id}`,
  loading: 'Загрузка…',
  notHere: 'Ещё нет на этом устройстве',
  gone: 'Больше нет в магазине',
  replaced: 'Больше нет в магазине. Теперь этот номер у другого товара.',
  picker: {
    title: 'Прикрепить товар',
    close: 'Закрыть поиск',
    search: 'Поиск по всем магазинам',
    recent: 'Недавно просмотренные',
    hint: 'Ищите по названию или штрихкоду. Работает без сети.',
    searching: 'Поиск…',
    none: 'Ни в одном магазине ничего не найдено.',
    closeMatches: 'Точных совпадений нет. Похожие товары:',
    unsure: 'Найдено может быть не всё: часть товаров ещё не загружена на устройство.',
    failed: 'Сейчас искать товары не получается. Обновите страницу и повторите попытку.',
    more: (shown, total) => `Показано ${shown} из ${total}. Уточните запрос.`,
    found: (count) => `Найдено: ${counted(count, 'товар', 'товара', 'товаров')}`,
  },
};
