import type * as english from '../en/sessions.ts';

export const sessionMessages: typeof english.sessionMessages = {
  title: 'Устройства',
  hint: 'Завершите сеанс на устройстве, которого не узнаёте или больше не используете.',
  close: 'Закрыть список устройств',
  device: (browser, system) =>
    browser !== null && system !== null ? `${browser}, ${system}` : (browser ?? system ?? 'Неизвестное устройство'),
  thisDevice: 'Это устройство',
  lastUsed: (time) => `Использовалось ${time}`,
  opened: (time) => `Вход ${time}`,
  network: (network) => `Сеть ${network}`,
  end: 'Выйти',
  endOf: (device) => `Выйти: ${device}`,
  ended: 'Сеанс на устройстве завершён.',
  othersEnded: 'Сеансы на всех других устройствах завершены.',
  endOthers: 'Выйти на всех других устройствах',
  endAll: 'Выйти везде',
  endAllQuestion: 'Выйти на всех устройствах?',
  endAllHint: 'Сеанс завершится и здесь.',
  cancel: 'Отмена',
  loading: 'Загрузка…',
  offline: 'Для списка нужна сеть. Повторите попытку, когда она появится.',
  failed: 'Не удалось загрузить список: магазин не ответил. Повторите попытку.',
  notEnded: 'Сеанс на устройстве не завершён: магазин не ответил. Повторите попытку.',
  tryAgain: 'Повторить',
};
