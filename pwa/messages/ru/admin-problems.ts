import type * as english from '../en/admin-problems.ts';
import { formatNumber } from '../format-number.ts';
import { plural } from './plural.ts';

export const adminProblemMessages: typeof english.adminProblemMessages = {
  fields: {
    invalid: 'недопустимое значение',
    empty: 'заполните поле',
    dollars: 'укажите сумму в долларах, например 19.99, без знака, степени и разделителей',
    quantity: 'укажите целое число от 0 до 9999999',
    wholeNumber: 'укажите целое число',
    link: 'укажите адрес, начинающийся с http или https',
    barcode: 'укажите штрихкод из 8, 12, 13 или 14 цифр с верной контрольной цифрой',
    controlCharacters: 'управляющие символы недопустимы',
    oneLine: 'допустима одна строка без управляющих символов',
    wellFormed: 'текст содержит повреждённые символы',
    notUtf8: 'есть символы не в кодировке UTF-8',
    notText: 'укажите текст в кавычках',
    noColumn: 'в этом магазине нет такого столбца',
  },
  limits: {
    tooLong: (most) => `не больше ${formatNumber(most)} ${plural(most, 'символа', 'символов', 'символов')}`,
    tooSmall: (least) => `не меньше ${formatNumber(least)}`,
    tooLarge: (most) => `не больше ${formatNumber(most)}`,
  },
  sentences: {
    productExists: 'Такой товар уже есть',
    idTaken: 'Этот ID уже занят',
    staleVersion: 'Тем временем это изменил кто-то другой',
    notFound: 'Не найдено',
    badRequest: 'Недопустимый запрос',
    imageMissing: 'Изображения товара нет на сервере',
    lastImage: 'Последнее изображение товара удалить нельзя',
    tooManyImages: 'Слишком много изображений',
    accessRevoked: 'Доступ этого администратора отозван',
    roleNeeded: 'Ваши роли этого не позволяют',
    unauthorized: 'Сначала войдите',
    noDiskSpace: 'На диске сервера нет места',
    readOnly: 'Магазин доступен только для чтения',
    internal: 'На сервере произошла ошибка',
    highestId: 'Укажите ID: наибольший возможный уже занят.',
    imageBytes: 'Размер изображения — не больше 15 МиБ.',
    imagePixels: 'Разрешение изображения — не больше 40 мегапикселей.',
    imageMemory:
      'Чтобы открыть это изображение, нужно слишком много памяти. Уменьшите его или сохраните как обычный JPEG.',
    notAnImage: 'Файл не удалось прочитать как изображение JPEG, PNG или WebP.',
  },
  mails: {
    noAddress: 'у покупателя нет адреса электронной почты',
    givenUp: 'попытки прекращены',
    timeout: 'почтовый сервер не ответил вовремя',
    stopped: 'сервер магазина останавливался',
  },
};
