/**
 * Problems of a product's fields, and notes about what an import has made of them, as said after the field's name: the server sends them, and pages
 * show them in their language.
 */
export const FIELD_PROBLEMS = {
  invalid: 'Invalid input',
  empty: 'must not be empty',
  dollars: 'must be dollars such as 19.99, without sign, exponent or grouping',
  dollarsNegative: 'must not be below 0',
  dollarsCurrency: 'is in another currency: prices are US dollars',
  dollarsDecimals: 'has parts of a cent: at most two decimals',
  dollarsAmbiguous: 'can be read twice, as 1,299 can be 1299 or 1.299: leave out the mark, or write two decimals',
  dollarsTooLarge: 'must not be above 9999999.99',
  quantity: 'must be a whole number from 0 to 9999999',
  wholeNumber: 'must be a whole number',
  link: 'must be an http or https address',
  barcode: 'must be a barcode number of 8, 12, 13 or 14 digits whose check digit is right',
  barcodeLeftOut: 'is left out: it is no number of 8, 12, 13 or 14 digits whose check digit is right',
  barcodeRounded: 'is left out: a spreadsheet has rounded it; make the column text and enter the number again',
  rateRounded: 'is rounded: ratings are whole stars',
  rate: 'must be a rating from 0 to 5 stars',
  availability: 'must be yes or no, or in stock or out of stock',
  idOfAnother: 'is the number of a product with another title',
  controlCharacters: 'must not hold control characters',
  oneLine: 'must be one line without control characters',
  wellFormed: 'must be well-formed text',
  tooDeep: 'must not be nested as deep',
  notUtf8: 'has characters that are not UTF-8',
  notCell: 'must be text, a number or null, and no list or object',
  noColumn: 'is not a column of this shop',
  secondHeader: 'repeats the names of the columns',
  noVariants: 'is a product of variants, and none of them is in the file',
  notPublished: 'is not on sale in the other shop',
  noCondition: 'names no condition of this shop: excellent, very good, good or acceptable',
  conditionTwice: 'is that of another variant of the same product',
  quantityNegative: 'is below 0 and counts as 0',
  noColumnName: 'has text in a column without a name',
  namedTwice: 'is named twice in the row',
  strayQuote: 'has text after a closing quote; a quote inside a cell must be doubled',
  notObject: 'is not a JSON object',
  notJson: 'is not valid JSON',
} as const;

/** Problems that name numbers: limits, counts and rows. */
export const FIELD_LIMITS = {
  tooLong: (most: number | bigint) => `must not be longer than ${most} characters`,
  tooSmall: (least: number | bigint) => `must be ${least} or more`,
  tooLarge: (most: number | bigint) => `must be ${most} or less`,
  cells: (cells: number | bigint, columns: number | bigint) => `has ${cells} cells where the header has ${columns}`,
  repeats: (row: number | bigint) => `repeats the key of row ${row}: only the first row with a key is imported`,
} as const;
