import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

const inches = (mm: number): string => formatNumber(mm / 25.4);

/** Texts of the administration's shelf labels. */
export const adminLabelMessages = localized('adminLabelMessages', {
  open: 'Print labels',
  title: 'Shelf labels',
  size: 'Sheet of labels',
  sheets: {
    a4: (count: number, widthMm: number, heightMm: number) =>
      `A4: ${formatNumber(count)} labels, ${formatNumber(widthMm)} × ${formatNumber(heightMm)} mm`,
    letter: (count: number, widthMm: number, heightMm: number) =>
      `Letter: ${formatNumber(count)} labels, ${inches(widthMm)} × ${inches(heightMm)} in`,
  },
  copies: 'Copies of each',
  firstLabel: 'Begin at label',
  wrongNumber: (highest: number) => `Enter a whole number from 1 to ${formatNumber(highest)}`,
  hint: 'Print at actual size (100%), without margins. The QR code opens the product in the shop; the scanner reads it, too.',
  print: (sheets: number) => (sheets === 1 ? 'Print 1 sheet' : `Print ${formatNumber(sheets)} sheets`),
  close: 'Back to the products',
  sheet: (number: number) => `Sheet ${formatNumber(number)}`,
  id: (id: number) => `ID ${id}`,
});
