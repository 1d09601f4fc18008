import { MAX_MESSAGE_LENGTH, MAX_REPLIES, MAX_REPLY_NAME_LENGTH } from '#contract/limits.ts';
import type * as english from '../en/admin-replies.ts';
import { counted } from './plural.ts';

export const adminReplyMessages: typeof english.adminReplyMessages = {
  title: 'Готовые ответы',
  hint: 'Тексты для ответов покупателям. Они есть на устройстве у каждого, кто отвечает в чатах: введите / в чате.',
  add: 'Новый ответ',
  empty: 'Готовых ответов пока нет',
  emptyHint: 'Сохраните то, что пишете часто: например, сроки доставки или приветствие.',
  count: (count) => `${count} из ${MAX_REPLIES}`,
  edit: (name) => `Изменить «${name}»`,
  remove: (name) => `Удалить «${name}»`,
  up: (name) => `Переместить «${name}» выше`,
  down: (name) => `Переместить «${name}» ниже`,
  moved: (name, place, total) => `${name}: ${place} из ${total}`,

  addTitle: 'Новый готовый ответ',
  editTitle: 'Готовый ответ',
  name: 'Название',
  nameHint: 'По нему вы найдёте ответ в чате',
  text: 'Текст',
  insert: 'Вставить:',
  placeholders: {
    buyer: 'Имя покупателя',
    product: 'Название товара',
    link: 'Ссылка на товар',
  },
  preview: 'В чате',
  samples: {
    buyer: 'Алиса',
    product: 'Corvid 8 Smartphone 128 GB',
  },
  save: 'Сохранить',
  cancel: 'Отмена',
  noName: 'Введите название.',
  longName: `В названии может быть не больше ${counted(MAX_REPLY_NAME_LENGTH, 'символа', 'символов', 'символов')}.`,
  noText: 'Введите текст.',
  longText: (over) =>
    `В ответе может быть не больше ${counted(MAX_MESSAGE_LENGTH, 'символа', 'символов', 'символов')}. Лишних: ${over}.`,

  changedTitle: 'Другой администратор изменил этот ответ',
  changedHint: 'При сохранении ваш текст заменит этот:',
  takeTheirs: 'Взять его текст',
  deletedTitle: 'Другой администратор удалил этот ответ',
  deletedHint: 'При сохранении он появится снова, с вашим текстом.',

  discardTitle: 'Отменить изменения?',
  discard: 'Не сохранять',
  keep: 'Продолжить правку',
  removeTitle: (name) => `Удалить «${name}»?`,
  removeHint: 'Он исчезнет с устройств у всех, кто отвечает в чатах.',
  confirmRemove: 'Удалить',

  loading: 'Загрузка…',
  offline: 'Чтобы изменять ответы, нужна сеть. В чатах они работают и без неё.',
  failed: 'Не удалось загрузить ответы: сервер не ответил. Повторите попытку.',
  tryAgain: 'Повторить',
  rejections: {
    unauthorized: 'Сеанс завершён. Войдите и попробуйте снова.',
    'role-needed': 'Это не входит в ваши роли. Обратитесь к владельцу.',
    'access-revoked': 'Ваш доступ отозван.',
    'reply-name-taken': 'Другой ответ уже так называется.',
    'too-many-replies': `Уже есть ${counted(MAX_REPLIES, 'ответ', 'ответа', 'ответов')}. Сначала удалите один из них.`,
    'bad-request': 'В тексте есть символы, которых в сообщении быть не может.',
    'too-many-requests': 'Слишком много попыток. Подождите минуту и попробуйте снова.',
  },
  rejected: 'Сервер этого не принял. Обновите страницу и повторите попытку.',
};
