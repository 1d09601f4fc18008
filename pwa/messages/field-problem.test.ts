import { expect, test } from 'vitest';
import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import { fieldProblem } from './field-problem.ts';
import { inLanguage } from './localized.ts';
import { adminProblemMessages } from './ru/admin-problems.ts';

const inRussian = (problem: string): string => inLanguage('ru', { adminProblemMessages }, () => fieldProblem(problem));

test('every problem that the product schema finds has a Russian text, and stays unchanged in English', () => {
  const wrong = ['', 'x'.repeat(200_001), 'a\u0000b', '\ud800', '-1', 'javascript:x', '1.5', 7, {}, null];
  const messages = Object.entries(PRODUCT_FIELDS).flatMap(([, schema]) =>
    wrong.flatMap((value) => {
      const entered = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value]));
      const checked = schema.safeParse(entered);
      return checked.success ? [] : checked.error.issues.map(({ message }) => message);
    }),
  );
  expect(new Set(messages).size).toBeGreaterThan(8);
  for (const message of new Set(messages)) {
    expect(fieldProblem(message)).toBe(message);
    expect(inRussian(message), message).toMatch(/[а-яё]/);
    expect(inRussian(message), message).not.toMatch(/\b(?:must|not|be|Invalid)\b/);
  }
  expect(inRussian('must not be longer than 300 characters')).toBe('не больше 300 символов');
  expect(inRussian('must be 5 or less')).toBe('не больше 5');
  expect(inRussian('must be blue')).toBe('must be blue');
});

test('every problem that an import finds has a Russian text, and stays unchanged in English', () => {
  const messages = [...Object.values(FIELD_PROBLEMS), FIELD_LIMITS.cells(2, 5), FIELD_LIMITS.repeats(3)];
  for (const message of messages) {
    expect(fieldProblem(message)).toBe(message);
    expect(inRussian(message), message).toMatch(/[а-яё]/);
  }
  expect(inRussian('has 2 cells where the header has 5')).toBe('ячеек 2, а в заголовке 5');
});
