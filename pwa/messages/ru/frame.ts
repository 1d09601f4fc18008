import type * as english from '../en/frame.ts';

export const frameMessages: typeof english.frameMessages = {
  notFound: {
    title: 'Страница не найдена',
    hint: 'Проверьте адрес или выберите магазин:',
  },

  shortcuts: {
    title: 'Сочетания клавиш',
    close: 'Закрыть список сочетаний клавиш',
    search: 'Поиск',
    searchAnywhere: 'Поиск, даже во время ввода',
    help: 'Показать этот список',
    leave: 'Закрыть окно или очистить поиск',
    arrows: 'Листать фото открытого товара',
    or: 'или',
    single: 'Команды одной клавишей',
    singleHint: 'Выключите, если клавиатура или голосовое управление вызывают их случайно.',
  },

  toTop: 'Наверх',
};
