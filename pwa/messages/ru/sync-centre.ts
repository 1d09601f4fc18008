import type * as english from '../en/sync-centre.ts';
import { counted } from './plural.ts';

export const syncCentreMessages: typeof english.syncCentreMessages = {
  title: 'Офлайн и синхронизация',
  open: 'Офлайн и синхронизация',
  close: 'Закрыть «Офлайн и синхронизация»',
  online: 'Сеть есть',
  offline: 'Нет сети',
  live: 'Обновления в реальном времени включены',
  notLive: 'Обновления в реальном времени выключены',
  catalogue: 'Каталог',
  account: 'Ваши корзина, заказы и чаты',
  lastSynced: (time) => `Синхронизировано ${time}`,
  neverSynced: 'Ещё не синхронизировано',
  syncNow: 'Синхронизировать',
  waiting: 'Неотправленные изменения',
  nothingWaits: 'Все изменения синхронизированы.',
  rejected: 'Отклонено магазином',
  rejectedNotice: (count) =>
    count === 1
      ? 'Магазин отклонил одно из ваших изменений.'
      : `Магазин отклонил ${counted(count, 'ваше изменение', 'ваших изменения', 'ваших изменений')}.`,
  look: 'Посмотреть',
  edit: 'Изменить',
  sendAgain: 'Отправить снова',
  discard: 'Удалить',
  cancel: 'Отмена',
  quantity: 'Количество',
  quantityProblem: (most) => `Введите целое число от 1 до ${most}.`,
  item: (title, condition) => `«${title}» (${condition})`,
  did: {
    add: (item, quantity) => `Добавить в корзину ${quantity} × ${item}`,
    set: (item, quantity) => `Изменить количество ${item} на ${quantity}`,
    remove: (item) => `Удалить из корзины ${item}`,
    deleteOrder: (order) => `Удалить заказ «${order}»`,
    view: (id) => `Просмотр товара ID ${id}`,
    startChat: (title) => `Начать чат о товаре «${title}»`,
    sendMessage: (text, chat) => `Отправить «${text}» в чат о товаре «${chat}»`,
    sendPhotos: (count, chat) =>
      `Отправить ${counted(count, 'фотографию', 'фотографии', 'фотографий')} в чат о товаре «${chat}»`,
    markChatRead: (chat) => `Отметить чат о товаре «${chat}» прочитанным`,
  },
  storage: 'Память этого устройства',
  used: (used, quota) => `Занято ${used} из ${quota}`,
  usedAll: (used) => `Занято ${used}. Свободного места на устройстве нет.`,
  unknownUse: 'Браузер не сообщает, сколько занято.',
  persistent: 'Браузер хранит эти данные, пока вы их не удалите.',
  notPersistent: 'Браузер может удалить эти данные, если не хватит места.',
  persist: 'Не удалять эти данные',
  diagnostics: 'Диагностика',
  diagnosticsHint: 'Для поддержки. Не содержит личных данных.',
  differences: (count) =>
    count === 1
      ? 'Корзина, заказы или чаты один раз отличались от данных магазина и были загружены заново.'
      : `Корзина, заказы или чаты ${counted(count, 'раз', 'раза', 'раз')} отличались от данных магазина и были загружены заново.`,
  export: 'Сохранить диагностику',
  fileName: 'diagnostics.json',
};
