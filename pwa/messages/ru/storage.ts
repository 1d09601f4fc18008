import type * as english from '../en/storage.ts';

export const storageMessages: typeof english.storageMessages = {
  full: 'В браузере нет места для ваших изменений. Они пропадут, когда вы закроете страницу.',
  newer: 'Это сохранила более новая версия приложения. Обновите страницу, чтобы увидеть и изменить.',
  saveCopy: 'Сохранить копию',
  dismiss: 'Скрыть',
};
