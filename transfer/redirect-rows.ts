import { plainName } from './foreign/foreign-formats.ts';
import type { Cell } from './source-row.ts';

/** The columns of a list of old addresses, and the names that other programs give them. */
const COLUMNS = {
  old_path: ['oldpath', 'oldaddress', 'oldurl', 'redirectfrom'],
  product: ['product', 'productid', 'externalid', 'sku', 'id', 'redirectto', 'newpath'],
  main_category: ['maincategory'],
  category: ['category'],
} as const;

/** A row of a list of old addresses; what it does not say is empty. */
export type RedirectRow = Readonly<Record<keyof typeof COLUMNS, string>>;

const findColumn = (columns: readonly string[], target: keyof typeof COLUMNS): string | undefined =>
  COLUMNS[target]
    .map((name) => columns.find((column) => plainName(column) === name))
    .find((found) => found !== undefined);

/** Whether the columns of a file are those of a list of old addresses, and not of products. */
export const namesOldAddresses = (columns: readonly string[]): boolean => findColumn(columns, 'old_path') !== undefined;

/** Reads the cells of a row of a list of old addresses. */
export function readRedirectRow(fields: Readonly<Record<string, Cell>>): RedirectRow {
  const columns = Object.keys(fields);
  const read = (target: keyof typeof COLUMNS): string => {
    const column = findColumn(columns, target);
    return column === undefined ? '' : String(fields[column] ?? '').trim();
  };
  return {
    old_path: read('old_path'),
    product: read('product'),
    main_category: read('main_category'),
    category: read('category'),
  };
}

/** The columns that an export writes. */
export const REDIRECT_COLUMNS = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];
