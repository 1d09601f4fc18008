import type * as english from '../en/chat-replies.ts';
import { counted } from './plural.ts';

export const chatReplyMessages: typeof english.chatReplyMessages = {
  title: 'Готовые ответы',
  insert: 'Вставить готовый ответ (/)',
  keys: '↑ ↓ — выбрать, Enter — вставить',
  none: 'Готовых ответов пока нет. Добавьте первый в панели администратора.',
  manage: 'Изменить ответы',
  found: (count) => counted(count, 'готовый ответ', 'готовых ответа', 'готовых ответов'),
};
