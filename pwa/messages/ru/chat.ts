import type * as english from '../en/chat.ts';
import { counted } from './plural.ts';

export const chatMessages: typeof english.chatMessages = {
  title: 'Чат поддержки',
  back: 'Назад',
  buyer: (name) => `Покупатель: ${name}`,
  loading: 'Загрузка чата…',
  notHere: 'Этого чата ещё нет на устройстве.',
  list: 'Сообщения',
  empty: 'Сообщений пока нет. Спросите об этом товаре.',
  sides: { buyer: 'Покупатель', seller: 'Продавец' },
  you: 'Вы',
  typing: { buyer: 'Покупатель печатает…', seller: 'Продавец печатает…' },
  states: { waiting: 'Ожидает отправки', sent: 'Отправлено', read: 'Прочитано', rejected: 'Не отправлено' },
  sendAgain: 'Отправить снова',
  discard: 'Удалить',
  incoming: (side, text) => `${side}: ${text}`,
  photosOnly: (count) => (count === 1 ? 'Фотография' : counted(count, 'фотография', 'фотографии', 'фотографий')),
  found: {
    name: 'Поиск в этом чате',
    place: (number, total) => `${number} из ${total}`,
    count: (total) => counted(total, 'сообщение', 'сообщения', 'сообщений'),
    older: 'Предыдущее совпадение',
    newer: 'Следующее совпадение',
    close: 'Закрыть поиск',
  },
  newMessages: 'Новые сообщения',
  toNewest: 'К последнему сообщению',
  loadingOlder: 'Загрузка прежних сообщений…',
  olderOffline: 'Прежние сообщения загрузятся, когда появится сеть.',
  olderFailed: 'Не удалось загрузить прежние сообщения.',
  tryAgain: 'Повторить',
  showAll: 'Показать всё',
  photo: (number, total) => (total === 1 ? 'Фотография' : `Фотография ${number} из ${total}`),
  enlarge: (name) => `${name}: открыть на весь экран`,
  fullscreen: 'Фотография на весь экран',
  photoNotHere: 'Ещё нет на устройстве',
  loadPhoto: 'Загрузить фотографию',
  input: 'Введите сообщение…',
  send: 'Отправить',
  attach: 'Прикрепить фотографии',
  camera: 'Сделать снимок',
  attached: 'Прикреплённые фотографии',
  removePhoto: (number) => `Убрать фотографию ${number}`,
  preparing: 'Подготовка фотографии…',
  drop: 'Перетащите фотографии сюда',
  left: (count) =>
    count >= 0
      ? `Осталось: ${counted(count, 'символ', 'символа', 'символов')}`
      : `Лишние: ${counted(-count, 'символ', 'символа', 'символов')}`,
  close: 'Закрыть это сообщение',
  problems: {
    'not-an-image': (name) => `«${name}» — не фотография. Прикрепить можно только фотографии.`,
    unreadable: (name) => `Не удаётся открыть «${name}». Попробуйте JPEG или PNG.`,
    heic: (name) =>
      `«${name}» — фото HEIC, этот браузер не может его открыть. Прикрепите его в Safari или сохраните как JPEG.`,
    'too-large': (name) => `«${name}» слишком велик для этого устройства. Уменьшите его и прикрепите снова.`,
    'too-many': (most) =>
      `В сообщении может быть не больше ${counted(most, 'фотографии', 'фотографий', 'фотографий')}.`,
    'not-kept': 'Хранилище браузера не работает. Ничего не отправлено: обновите страницу и повторите.',
  },
};
