import type * as english from '../en/amounts.ts';

export const amountMessages: typeof english.amountMessages = {
  dollars: 'Введите сумму в долларах, например 19.99',
  dollarsNegative: 'Введите 0 или больше',
  dollarsCurrency: 'Введите сумму в долларах США, а не в другой валюте',
  dollarsDecimals: 'Введите не больше двух знаков после запятой',
  dollarsAmbiguous: '1,299 — это и 1299, и 1.299: введите число без разделителя или с двумя знаками после него',
  dollarsTooLarge: 'Введите не больше 9999999.99',
};
