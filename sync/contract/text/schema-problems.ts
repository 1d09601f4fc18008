/** Problems that schemas find. Devices load these texts with the schemas; the texts of all other problems are in `FIELD_PROBLEMS`. */
export const SCHEMA_PROBLEMS = {
  empty: 'must not be empty',
  dollars: 'must be dollars such as 19.99, without sign, exponent or grouping',
  quantity: 'must be a whole number from 0 to 9999999',
  wholeNumber: 'must be a whole number',
  link: 'must be an http or https address',
  barcode: 'must be a barcode number of 8, 12, 13 or 14 digits whose check digit is right',
  controlCharacters: 'must not hold control characters',
  oneLine: 'must be one line without control characters',
  wellFormed: 'must be well-formed text',
} as const;

export const tooLong = (most: number | bigint) => `must not be longer than ${most} characters`;
