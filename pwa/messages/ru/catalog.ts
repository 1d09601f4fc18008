import type * as english from '../en/catalog.ts';
import { counted, plural } from './plural.ts';

export const catalogMessages: typeof english.catalogMessages = {
  sidebar: {
    name: 'Сортировка, категории и фильтры',
    close: 'Закрыть боковую панель',
    sort: '▾ Сортировка ▾',
    allProducts: 'Все товары',
    categories: '▾ Категории ▾',
    builds: '▾ Сборки ПК ▾',
    productLanguage: 'Названия и описания товаров — на языке продавца.',
  },

  order: { label: 'Порядок', best: 'Сначала лучшие' },
  elsewhere: 'Категории и другие магазины',
  hits: (place, total) => `${place}: ${counted(total, 'товар', 'товара', 'товаров')}`,

  filters: {
    heading: '▾ Фильтры ▾',
    open: 'Фильтры',
    close: 'Закрыть фильтры',
    active: 'Выбранные фильтры',
    remove: (label) => `Убрать фильтр: ${label}`,
    clear: 'Сбросить фильтры',
    show: (count) => `Показать: ${count}`,
    price: 'Цена',
    from: 'От',
    to: 'До',
    priceFrom: (from) => `От ${from}`,
    priceTo: (to) => `До ${to}`,
    priceBetween: (from, to) => `${from} – ${to}`,
    apply: 'Применить цены',
    problems: {
      unreadable: 'Введите цену, например 19.90.',
      reversed: 'Наибольшая цена не может быть ниже наименьшей.',
    },
    stars: 'Оценка',
    starsOf: (stars) => (stars === 5 ? '5 звёзд' : `${stars} ${plural(stars, 'звезда', 'звезды', 'звёзд')} и выше`),
    andUp: 'и выше',
    stock: 'Наличие',
    inStock: 'В наличии',
    condition: 'Состояние',
  },

  builds: {
    typicalTotal: 'По обычной цене',
    total: 'Итого',
    amount: (amount) => `${amount}\u00a0$`,
  },

  noMatch: {
    inTitles: (search) => `В названиях «${search}» нет.`,
    closeMatches: (search) => `Точных совпадений с «${search}» нет. Похожие товары:`,
    inCategory: (search, category) => `В категории «${category}» нет точных совпадений с «${search}».`,
    closeInCategory: (category) => `Похожие товары в категории «${category}»:`,
    showElsewhere: (total) => `Показать ${counted(total, 'товар', 'товара', 'товаров')} из всего магазина`,
    searchElsewhere: 'Искать во всём магазине',
  },

  closeMatches: {
    heading: 'Похожие товары',
    hint: (search) => `Товары, похожие на «${search}».`,
  },

  factMatches: {
    heading: 'В описаниях',
    hint: (search, total) => `«${search}» есть в описании: ${counted(total, 'товар', 'товара', 'товаров')}.`,
    more: 'Показать ещё',
  },

  recent: {
    heading: 'Вы недавно смотрели',
    clear: 'Очистить',
    clearAll: 'Очистить недавно просмотренные товары',
  },
};
