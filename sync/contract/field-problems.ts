/** Problems of a product's fields, as said after the field's name: the server sends them, and pages show them in their language. */
export const FIELD_PROBLEMS = {
  invalid: 'Invalid input',
  empty: 'must not be empty',
  dollars: 'must be dollars such as 19.99, without sign, exponent or grouping',
  quantity: 'must be a whole number from 0 to 9999999',
  wholeNumber: 'must be a whole number',
  link: 'must be an http or https address',
  barcode: 'must be a barcode number of 8, 12, 13 or 14 digits whose check digit is right',
  controlCharacters: 'must not hold control characters',
  oneLine: 'must be one line without control characters',
  wellFormed: 'must be well-formed text',
  tooDeep: 'must not be nested as deep',
  notUtf8: 'has characters that are not UTF-8',
  notText: 'must be text, in quotes',
  noColumn: 'is not a column of this shop',
} as const;

/** Problems that name a limit. */
export const FIELD_LIMITS = {
  tooLong: (most: number | bigint) => `must not be longer than ${most} characters`,
  tooSmall: (least: number | bigint) => `must be ${least} or more`,
  tooLarge: (most: number | bigint) => `must be ${most} or less`,
} as const;
