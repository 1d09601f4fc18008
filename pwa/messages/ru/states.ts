import type * as english from '../en/states.ts';

export const emptyMessages: typeof english.emptyMessages = {
  nothingFound: 'Ничего не найдено',
  nothingFoundHint: 'Подходящих товаров нет. Сократите запрос или посмотрите все товары.',
  showEverything: 'Показать все товары',
  emptyShop: 'В этом магазине пока пусто',
  emptyShopHint: 'Товары появятся здесь, как только их добавят.',
};

export const failureMessages: typeof english.failureMessages = {
  offline: 'Нет подключения к сети',
  offlineHint: 'Этого магазина ещё нет на устройстве. Он откроется, когда появится сеть.',
  failed: 'Не удалось загрузить товары',
  failedHint: 'Магазин не ответил, а на этом устройстве нет копии, которую можно показать. Ваш выбор сохранён.',
  tryAgain: 'Повторить',
};

export const screenMessages: typeof english.screenMessages = {
  loading: 'Загрузка…',
  title: 'Эту страницу нельзя показать',
  hint: 'Ваши данные на устройстве в безопасности. Обновите страницу, чтобы продолжить.',
  reload: 'Обновить',
};
