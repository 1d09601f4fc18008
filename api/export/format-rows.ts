import { knownColumns } from '#api/import/check-row.ts';
import { asPlainCell } from '#contract/csv-cell.ts';
import { toCsvLine } from '#api/import/csv-line.ts';
import type { NamedProduct } from '#api/catalog/catalog.repository.ts';
import type { OfferKind } from '#contract/shops.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How products stand in a file that an import reads: `head` is before the first one. */
export interface RowFormat {
  readonly head: string;
  format(product: NamedProduct): string;
}

/** A file's form by its name; its columns are those that an import knows. */
export function createRowFormat(format: ExportFormat, offer: OfferKind): RowFormat {
  const columns = knownColumns(offer);
  const toRow = ({ product, external_id }: NamedProduct): Record<string, unknown> => {
    const values: Record<string, unknown> = { ...product, external_id };
    return Object.fromEntries(columns.map((column) => [column, values[column]]));
  };
  if (format === 'csv') {
    return {
      head: toCsvLine(columns),
      format: (product) => toCsvLine(Object.values(toRow(product)).map((value) => asPlainCell(String(value ?? '')))),
    };
  }
  return {
    head: '',
    format(product) {
      const { external_id, ...row } = toRow(product);
      return `${JSON.stringify(external_id === null ? row : { external_id, ...row })}\n`;
    },
  };
}
