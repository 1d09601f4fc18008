import type * as english from '../en/admin-labels.ts';
import { formatNumber } from '../format-number.ts';
import { counted } from './plural.ts';

const labels = (count: number): string => counted(count, 'этикетка', 'этикетки', 'этикеток');
const inches = (mm: number): string => formatNumber(mm / 25.4);

export const adminLabelMessages: typeof english.adminLabelMessages = {
  open: 'Печать этикеток',
  title: 'Этикетки для полок',
  size: 'Лист этикеток',
  sheets: {
    a4: (count, widthMm, heightMm) => `A4: ${labels(count)}, ${formatNumber(widthMm)} × ${formatNumber(heightMm)} мм`,
    letter: (count, widthMm, heightMm) => `Letter: ${labels(count)}, ${inches(widthMm)} × ${inches(heightMm)} дюйма`,
  },
  copies: 'Копий каждой',
  firstLabel: 'Начать с этикетки',
  wrongNumber: (highest) => `Введите целое число от 1 до ${formatNumber(highest)}`,
  hint: 'Печатайте в натуральную величину (100 %), без полей. QR-код открывает товар в магазине, его читает и сканер.',
  print: (sheets) => `Напечатать ${counted(sheets, 'лист', 'листа', 'листов')}`,
  close: 'Назад к товарам',
  sheet: (number) => `Лист ${formatNumber(number)}`,
  id: (id) => `ID ${id}`,
};
