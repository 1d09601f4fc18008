import type * as english from '../en/language.ts';

export const languageMessages: typeof english.languageMessages = {
  unloadable: 'Не удалось загрузить язык. Повторите попытку, когда появится сеть.',
  notKept: 'Браузер не сохраняет выбор языка. Разрешите этому сайту cookie и повторите попытку.',
};
