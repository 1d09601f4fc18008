import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { SortKey } from '#contract/shops.ts';
import type * as english from '../en/first-screen.ts';
import { formatNumber } from '../format-number.ts';
import { money } from './money.ts';
import { counted } from './plural.ts';
import { shopName } from '../shop.ts';

const SORT_LABELS: Record<SortKey, string> = {
  views: 'Популярные',
  rating: 'С высоким рейтингом',
  priceAsc: 'Сначала дешёвые',
  priceDesc: 'Сначала дорогие',
};

export const messages: typeof english.messages = {
  shops: {
    default: 'Рекомендации',
    ayz: 'Уценка',
    pc: 'Комплектующие',
    smart: 'Умный дом',
  },
  title: (part) => `${part} · ${shopName()}`,

  frame: {
    skipToContent: 'Перейти к товарам',
    account: 'Мой аккаунт',
    openSidebar: 'Открыть боковую панель',
    shopLinks: 'Магазины',
    toDark: 'Включить тёмную тему',
    toLight: 'Включить светлую тему',
    footer: (year) => `© ${year} ${shopName()}`,
    privacy: 'Конфиденциальность',
    language: 'Язык',
    cryptoPayments: 'Криптоплатежи',
    disclosure: 'Как участник программы Amazon Associates мы получаем доход от соответствующих покупок.',
    counted: (label, count) => (count === 0 ? label : `${label}: ${formatNumber(count)}`),
  },

  cart: { title: 'Корзина' },

  wishes: {
    open: 'Избранное',
    wish: (title) => `Добавить в избранное: ${title}`,
  },

  sync: {
    line: 'Состояние каталога',
  },

  search: {
    label: 'Поиск товаров',
    placeholder: 'Что ищем?',
    reset: 'Сбросить',
    clear: 'Очистить поиск',
    submit: 'Найти',
  },

  sort: {
    labels: { default: SORT_LABELS, ayz: SORT_LABELS, pc: SORT_LABELS, smart: SORT_LABELS },
  },

  categories: {
    title: (category) => `▾ ${category} ▾`,
    within: (category, mainCategory) => `${category} · ${mainCategory}`,
    searched: (search) => `«${search}»`,
    count: (total) => counted(total, 'товар', 'товара', 'товаров'),
    products: 'Товары',
    showAll: 'Показать все',
    showAllOf: (category) => `Показать все: ${category}`,
    scrollBack: 'Прокрутить назад',
    scrollOn: 'Прокрутить вперёд',
    pages: 'Страницы',
    page: (page) => `Страница ${formatNumber(page)}`,
  },

  topStrip: {
    heading: '▾ Лучшие товары ▾',
    label: 'Лучшие товары',
    stop: 'Пауза',
    start: 'Запустить',
  },

  states: { loading: 'Загрузка товаров…' },

  product: {
    buy: 'Купить на AMAZON',
    outOfStock: 'Нет в наличии',
    notSold: 'Онлайн не продаётся',
    stock: {
      none: '❌Нет в наличии',
      last: 'Остался 1!',
      many: (quantity) => `В наличии: ${formatNumber(quantity)}`,
    },
    noPrice: 'Цена не указана',
    noAffiliatePrice: 'Цена на AMAZON',
    price: (cents) => money(toDollars(cents as Cents), cents % 100 === 0 ? 0 : 2),
    priceRange: (low, high) => `${low} – ${high}`,
    typicalPrice: (price) => `Обычная цена ${price}`,
    rating: (rate) => `Оценка ${rate} из 5`,
  },
};
