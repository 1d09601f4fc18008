import { expect, test } from 'vitest';
import { showAmount, toWireAmount } from './entered-amount.ts';

test.each([
  ['19.9', '19.90', '19.9'],
  ['19.90', '19.90', '19.9'],
  ['80.00', '80', '80'],
  [' $25.5 ', '25.50', '25.5'],
  ['$ 7', '7', '7'],
  ['0', '0', '0'],
  ['12,5', '12.50', '12.5'],
  ['19,99', '19.99', '19.99'],
  ['1,299.00', '1299', '1299'],
  ['1 299,00', '1299', '1299'],
  ['9999999.99', '9999999.99', '9999999.99'],
])('the amount %j is shown as %s and sent as %s', (entered, shown, sent) => {
  expect([showAmount(entered), toWireAmount(entered)]).toEqual([shown, sent]);
});

test.each(['', '1,000', '-1', '1e3', '19.999', 'ten'])('%j is no amount and stays as it was typed', (text) => {
  expect([showAmount(text), toWireAmount(text)]).toEqual([text, text]);
});
