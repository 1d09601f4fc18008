import { MAX_COMPARED_PRODUCTS } from '#contract/limits.ts';
import type * as english from '../en/compare.ts';
import { counted, plural } from './plural.ts';

const products = (count: number): string => counted(count, 'товар', 'товара', 'товаров');

export const compareMessages: typeof english.compareMessages = {
  title: 'Сравнение товаров',
  of: (shop) => `Сравнение товаров · ${shop}`,
  compare: 'Сравнить',
  compareProduct: (title) => `Сравнить: ${title}`,
  inComparison: 'В сравнении',
  full: `Сравнить можно не больше ${MAX_COMPARED_PRODUCTS} товаров. Уберите один, чтобы добавить другой.`,
  open: (count) => `Сравнить ${products(count)}`,
  addOneMore: 'Выберите ещё один товар для сравнения',
  tray: 'Сравнение',
  clear: 'Очистить сравнение',

  fact: 'Свойство',
  offer: 'Предложение',
  description: 'Из описаний',
  price: 'Цена',
  rating: 'Оценка',
  availability: 'Наличие',
  stock: 'Остаток',
  category: 'Категория',
  inStock: 'В наличии',
  inCondition: (stock, price) => `${price} · ${stock}`,
  none: '—',
  noValue: 'Не указано',
  differs: 'Отличается',
  onlyDifferences: 'Только отличия',
  noDifferences: 'В описаниях этих товаров нет отличий.',
  noFacts: 'В описаниях этих товаров нет списка свойств.',
  detailsMissing: (title) =>
    `Описания товара «${title}» ещё нет на этом устройстве. Оно появится, когда магазин станет доступен.`,
  remove: (title) => `Убрать из сравнения: ${title}`,
  add: 'Добавить товар',
  back: (shop) => `Назад: ${shop}`,

  missing: (id) => `Товара с ID ${id} больше нет в этом магазине.`,
  unavailable: (id) => `Товара с ID ${id} ещё нет на этом устройстве. Он появится, когда магазин станет доступен.`,
  removeMissing: (id) => `Убрать ID ${id} из сравнения`,
  leftOut: (count) =>
    `В сравнении помещается не больше ${MAX_COMPARED_PRODUCTS} товаров. ${plural(count, 'Не показан', 'Не показаны', 'Не показаны')} ${products(count)} из этой ссылки.`,
  unreadable: (count) => `Не удалось прочитать ${counted(count, 'запись', 'записи', 'записей')} этой ссылки.`,
  shared: 'Этим сравнением с вами поделились.',
  keep: 'Оставить себе',
  keepReplaces: (count) => `Оно заменит ваше сравнение (${products(count)}).`,
  showOwn: 'Показать моё',
  badLink: 'Это сравнение не открывается',
  badLinkHint: 'В ссылке не указан магазин. Попросите новую ссылку или выберите магазин:',
  empty: 'Пока нечего сравнивать',
  emptyHint: 'Откройте товар, нажмите «Сравнить» и выберите ещё до трёх товаров.',
};
