import type * as english from '../en/offline-use.ts';
import { formatNumber } from '../format-number.ts';
import { shopName } from '../shop.ts';

export const offlineUseMessages: typeof english.offlineUseMessages = {
  title: 'Без сети',
  ready: 'Готово к работе без сети',
  notReady: 'Пока не готово к работе без сети',
  missing: {
    full: 'Память устройства заполнена. Освободите место и обновите страницу.',
    failed: 'Магазин сейчас не отвечает. Запрос повторится сам, ничего не потеряется.',
    signedOut: 'Вы вышли из аккаунта. Войдите снова, чтобы продолжить.',
  },
  app: { kept: 'Приложение открывается', missing: 'Приложение не откроется: оно не сохранено на этом устройстве' },
  catalogue: { kept: 'Товары этого магазина сохранены', missing: 'Товары этого магазина не сохранены' },
  details: { kept: 'Описания сохранены', missing: 'Для описаний, по крайней мере некоторых, нужна сеть' },
  images: (count) => (count === 0 ? 'Фото не сохранены' : `Сохранено: ${formatNumber(count)} фото`),
  changes: { kept: 'Ваши изменения сохраняются и отправляются позже', missing: 'Ваши изменения не сохраняются' },
};

export const dataUseMessages: typeof english.dataUseMessages = {
  title: 'Расход трафика',
  images: 'Фото',
  imageChoices: { all: 'Все', small: 'Маленькие', tap: 'По нажатию' },
  details: 'Описания',
  detailChoices: { always: 'Загружать все', wifi: 'Загружать только по Wi-Fi', open: 'Когда я открываю товар' },
  asked: 'Браузер просит экономить трафик. Пока вы не выбрали, фото маленькие, а описания ждут Wi-Fi.',
  unknownNetwork: 'Браузер не сообщает тип сети. Любая сеть считается Wi-Fi, если браузер не экономит трафик.',
  noWorker: 'Выбор фото подействует, когда вы откроете приложение в следующий раз.',
  used: 'Израсходовано за месяц',
  kinds: { images: 'Фото', catalogue: 'Каталог', app: 'Приложение', account: 'Корзина, заказы и чаты' },
  total: 'Всего',
  nothingUsed: 'Пока ничего',
  clear: 'Удалить фото',
  cleared: 'Фото удалены',
  clearFailed: 'Не удалось удалить фото: хранилище браузера закрыто. Обновите страницу и повторите попытку.',
  load: 'Загрузить фото',
  loading: 'Фото загружаются…',
  loadFailed: 'Не удалось загрузить фото. Проверьте сеть и попробуйте ещё раз.',
};

export const installMessages: typeof english.installMessages = {
  install: 'Установить приложение',
  get title() {
    return `Установить «${shopName()}»`;
  },
  steps: {
    share: 'Нажмите кнопку «Поделиться» в Safari.',
    choose: 'Выберите «На экран „Домой“».',
    confirm: 'Нажмите «Добавить».',
  },
  close: 'Закрыть',
};
