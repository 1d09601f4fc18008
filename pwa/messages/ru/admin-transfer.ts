import type * as english from '../en/admin-transfer.ts';
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
    'Нужен файл CSV с названиями столбцов в первой строке. Строка с id меняет этот товар; значения отсутствующих столбцов сохраняются. До сохранения вы увидите, что изменится.',
  choose: 'Выбрать файл CSV',
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
  line: 'Строка',
  field: 'Поле',
  reason: 'Причина',
  morePlaces: (count) => `… и ещё ${rows(count)}.`,
  saveProblems: 'Сохранить отклонённые строки в CSV',
  problemsName: 'rejected-rows.csv',
  import: (count) => `Импортировать ${counted(count, 'строку', 'строки', 'строк')}`,
  nothing: 'В этом файле нечего импортировать.',
  another: 'Выбрать другой файл',
  goOn: 'Продолжить',
  stopped: (done) => `Остановлено после ${rowsOf(done)}.`,
  offline: 'Для импорта и экспорта нужна сеть.',

  fileProblems: {
    'too-large': (most) => `Файл слишком большой. Предел — ${formatNumber(most / 1_000_000)} МБ.`,
    'not-text': 'Это не файл CSV в UTF-8. Сохраните его как «CSV UTF-8» и выберите снова.',
    empty: 'В файле нет строк под названиями столбцов.',
    'no-names': 'В первой строке должны быть названия столбцов: id, title, price. Одна из её ячеек пуста.',
    'twice-named': (name) => `В первой строке столбец «${name}» указан дважды.`,
    unreadable: (line) =>
      `Не удаётся прочитать файл в строке ${formatNumber(line)}. Проверьте, не пропущена ли кавычка.`,
  },
  cells: (cells, columns) => `ячеек ${cells}, а в первой строке ${columns}`,
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
