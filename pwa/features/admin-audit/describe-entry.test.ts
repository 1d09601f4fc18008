import { describe, expect, it, test } from 'vitest';
import { PRODUCT_FIELDS } from '#contract/products/product.ts';
import { inLanguage } from '#pwa/messages/localized.ts';
import { texts as russian } from '#pwa/messages/ru/packs/administration.ts';
import { describeActor, describeField, describeSubject, describeValue } from './describe-entry.ts';

/** Fields that the server writes in addition to those of products. */
const OTHER_FIELDS =
  'imagecount images image shipped postal_service tracking_number count added changed passkey roles name text'.split(
    ' ',
  );
const FIELDS = [
  ...new Set([...Object.values(PRODUCT_FIELDS).flatMap(({ shape }) => Object.keys(shape)), ...OTHER_FIELDS]),
];
const inRussian = <T>(work: () => T): T => inLanguage('ru', russian, work);

describe('a field', () => {
  it.each(FIELDS)('%s has a label in both languages, and neither is the name in the database', (field) => {
    expect(describeField(field)).toMatch(/^[A-Z]|^eBay|^(?:excellent|good|acceptable): /u);
    expect(describeField(field)).not.toContain('_');
    expect(inRussian(() => describeField(field))).toMatch(/[а-яё]|^(?:eBay|Facebook Marketplace|Offer Up|Mercari)$/i);
  });

  it('that is not known keeps its name', () => {
    expect(describeField('constructor')).toBe('constructor');
  });
});

test.each<[string, unknown, string | null, string | null]>([
  ['title', 'Lamp', 'Lamp', 'Lamp'],
  ['title', '', '', ''],
  ['link', null, null, null],
  ['description', '<h2>Kit &amp; more</h2><p>One<br>two</p><ul><li>a</li></ul>', 'Kit & more\nOne\ntwo\na', null],
  ['description', '<p>cut in a <b…', 'cut in a …', null],
  ['availability', 'NO', 'No', 'Нет'],
  ['availability', 'YES', 'Yes', 'Да'],
  ['rate', 4, '4 stars', '4 звезды'],
  ['price', '1234.5', '$1,234.50', '1 234,50 $'],
  ['good_condition_price', '0', '$0', '0 $'],
  ['price', 'free', 'free', 'free'],
  ['shipped', 1, 'Sent', 'Отправлен'],
  ['shipped', 0, 'Not Sent', 'Не отправлен'],
  ['roles', 'owner chat', 'Owner, Chat', null],
  ['roles', '', 'No roles', null],
  ['images', ['1.webp', '2.webp'], '1.webp, 2.webp', null],
  [
    'added',
    Array.from({ length: 30 }, (_, n) => n + 1),
    `30: ${Array.from({ length: 20 }, (_, n) => n + 1).join(', ')}, …`,
    null,
  ],
  ['changed', [], '0', '0'],
  ['count', 12_345, '12,345', null],
  ['odd', { a: 1 }, '{"a":1}', null],
])('the value of %s, %j, is %j in English and %j (null: not checked) in Russian', (field, value, english, inOther) => {
  expect(describeValue(field, value)).toBe(english);
  if (inOther !== null) expect(inRussian(() => describeValue(field, value))?.replaceAll(/\s/g, ' ')).toBe(inOther);
});

test.each([
  ['pc/12', 'PC shop · ID: 12', 'Комплектующие'],
  ['pc', 'PC shop', 'Комплектующие'],
  ['administrator/a1', 'Ada', 'Ada'],
  ['administrator/gone', 'ID: gone', 'ID'],
  ['Firefox on Android', 'Firefox on Android', 'Firefox, Android'],
  ['An unknown device', 'An unknown device', 'Неизвестное устройство'],
  ['ord_5', 'ord_5', 'ord_5'],
  ['', '', ''],
])('the subject %s reads %s', (subject, english, other) => {
  const people = [{ id: 'a1', name: 'Ada' }];
  expect(describeSubject(subject, people)).toBe(english);
  expect(inRussian(() => describeSubject(subject, people))).toContain(other);
});

test('an administrator without a name is named in the language of the page', () => {
  expect([describeActor('administrator'), describeActor('Ada (demo-ada)')]).toEqual([
    'Administrator',
    'Ada (demo-ada)',
  ]);
  expect(inRussian(() => describeActor('administrator'))).toBe('Администратор');
});
