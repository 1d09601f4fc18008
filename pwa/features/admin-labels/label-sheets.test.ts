import { expect, it } from 'vitest';
import { LABEL_SHEETS, labelsPerSheet, PAPERS } from './label-sheets.ts';

it.each(LABEL_SHEETS)('the labels of $key fill their paper, with equal opposite margins', (sheet) => {
  const { width, height } = PAPERS[sheet.paper];
  const across = sheet.columns * sheet.width + (sheet.columns - 1) * sheet.gap;
  expect(across + 2 * sheet.left).toBeCloseTo(width, 3);
  expect(sheet.rows * sheet.height + 2 * sheet.top).toBeCloseTo(height, 3);
  expect(sheet.key).toBe(`${sheet.paper}-${labelsPerSheet(sheet)}`);
});
