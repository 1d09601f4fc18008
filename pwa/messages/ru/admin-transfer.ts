import type * as english from '../en/admin-transfer.ts';
import { MAX_ROW_LENGTH } from '#contract/import/source-row.ts';
import { formatNumber } from '../format-number.ts';
import { counted } from './plural.ts';

const rows = (count: number): string => counted(count, 'строка', 'строки', 'строк');
const rowsOf = (count: number): string => counted(count, 'строки', 'строк', 'строк');
const products = (count: number): string => counted(count, 'товар', 'товара', 'товаров');

export const adminTransferMessages: typeof english.adminTransferMessages = {
  title: 'Импорт и экспорт',

  exportTitle: 'Экспорт',
  exportHint: 'Сохраните все товары магазина в CSV, измените файл в таблице и импортируйте его обратно.',
  export: 'Сохранить в CSV',
  exporting: (count) => `Уже ${products(count)}…`,
  exported: (count) => `Выгружено: ${products(count)}.`,
  saveAgain: 'Сохранить файл ещё раз',
  fileName: (shop, day) => `${shop}-products-${day}.csv`,

  importTitle: 'Импорт',
  importHint:
    'Нужен файл CSV с названиями столбцов в первой строке или файл JSON. Строка меняет товар с её external_id, а если его нет — добавляет новый; значения отсутствующих столбцов сохраняются. До сохранения вы увидите, что изменится.',
  choose: 'Выбрать файл CSV или JSON',
  drop: 'или перетащите его сюда',
  reading: 'Чтение файла…',
  checking: (done, all) => `Проверено ${formatNumber(done)} из ${rowsOf(all)}`,
  importing: (done, all) => `Импортировано ${formatNumber(done)} из ${rowsOf(all)}`,
  progress: 'Ход выполнения',
  cancel: 'Отмена',
  result: (file, count) => `${file}: ${rows(count)}`,
  would: 'Предпросмотр: пока ничего не сохранено.',
  did: 'Импорт завершён.',
  outcomes: { added: 'Добавлено', changed: 'Изменено', unchanged: 'Без изменений', rejected: 'Отклонено' },
  wouldOutcomes: {
    added: 'Будет добавлено',
    changed: 'Будет изменено',
    unchanged: 'Без изменений',
    rejected: 'Отклонено',
  },
  problems: 'Отклонённые строки',
  problemsHint: 'Они пропускаются; все остальные строки импортируются.',
  row: 'Строка',
  rowPlace: (row, line) => (line === undefined ? `${row}` : `${row} (линия ${line})`),
  field: 'Поле',
  reason: 'Причина',
  notes: 'Примечания',
  notesHint: 'Эти строки импортируются без указанного поля или с другим его значением.',
  changes: 'Что изменится',
  changesDone: 'Что изменено',
  before: 'Было',
  after: 'Стало',
  empty: 'пусто',
  changeOf: ({ row, line, id, title }) =>
    `Строка ${row}${line === undefined ? '' : ` (линия ${line})`}: товар ${id}, ${title}`,
  blank: (count) => `Пропущено пустых строк: ${formatNumber(count)}.`,
  idsTitle: 'Чьи это id?',
  idsSkipped: (count) =>
    `Строк с id товаров, у которых другие названия: ${formatNumber(count)}. Не импортируются: id другой программы перезаписали бы товары этого магазина.`,
  idsMatched: 'Строки меняют товары с их id, как бы те ни назывались.',
  idsMatch: 'id в этом файле — номера товаров этого магазина',
  morePlaces: (count) => `… и ещё ${rows(count)}.`,
  saveProblems: 'Сохранить отклонённые строки в CSV',
  problemsName: 'rejected-rows.csv',
  import: (count) => `Импортировать ${counted(count, 'строку', 'строки', 'строк')}`,
  nothing: 'В этом файле нечего импортировать.',
  another: 'Выбрать другой файл',
  goOn: 'Продолжить',
  stopped: (done) => `Остановлено после ${rowsOf(done)}.`,
  offline: 'Для импорта и экспорта нужна сеть.',

  tooLarge: (most) => `Файл слишком большой. Предел — ${formatNumber(most / 1_000_000)} МБ.`,
  fileProblems: {
    empty: () => 'Файл пуст.',
    noRows: () => 'В файле нет строк.',
    notText: () => 'Файл не является текстом в UTF-8.',
    gzip: () => 'Данные gzip повреждены или неполны.',
    namedTwice: ({ name }) => `Столбец «${name}» указан в заголовке дважды.`,
    openQuote: ({ row }) => `После строки ${row} есть ячейка с незакрытой кавычкой.`,
    longRow: ({ row }) =>
      `После строки ${row} идёт строка длиннее ${MAX_ROW_LENGTH} символов: возможно, кавычка не закрыта.`,
    badCsv: ({ row, name }) => `CSV не читается после строки ${row}: ${name}.`,
    longLine: ({ row }) => `После строки ${row} идёт строка длиннее ${MAX_ROW_LENGTH} символов.`,
    noObjects: () => 'Ни одна строка не является целым объектом JSON: нужен один объект в строке или массив объектов.',
    longElement: ({ row }) => `В JSON после строки ${row} есть элемент длиннее ${MAX_ROW_LENGTH} символов.`,
    brokenJson: ({ row }) => `JSON повреждён после строки ${row}.`,
    endlessJson: ({ row }) => `JSON не заканчивается после строки ${row}.`,
    cutJson: ({ row }) => `JSON обрывается после строки ${row}.`,
  },
  readBefore: 'Строки до этого места прочитаны.',
  unknownColumns: (unknown, known) =>
    `В этом магазине нет столбцов ${unknown.map((name) => `«${name}»`).join(', ')}; все строки отклонены. Столбцы этого магазина: ${known.join(', ')}.`,
  callProblems: {
    unreachable: 'Сервер недоступен.',
    'foreign-reply': 'Эта сеть требует входа.',
    'server-error': 'На сервере технические неполадки.',
    'older-server': 'На сервере идут технические работы.',
    'newer-server': 'Вышла новая версия. Обновите страницу.',
    'read-only': 'База данных сервера сейчас доступна только для чтения.',
    'device-error': 'Хранилище браузера не работает.',
  },
  refused: (reason) => `Отклонено магазином: ${reason}`,
};
