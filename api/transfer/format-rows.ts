import { productColumns } from '#transfer/known-columns.ts';
import { toCsvLine } from '#transfer/csv-cell.ts';
import type { ProductWithExternalId } from '#api/catalog/reads/catalog.repository.ts';
import type { OfferKind } from '#contract/shops.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats products as rows of a file that an import reads; `head` precedes the first one. */
export interface RowFormat {
  readonly head: string;
  format(product: ProductWithExternalId): string;
}

/** Creates the row format of a file format; its columns are those that an import accepts. */
export function createRowFormat(format: ExportFormat, offer: OfferKind): RowFormat {
  const columns = productColumns(offer);
  const toRow = ({ product, external_id }: ProductWithExternalId): Record<string, unknown> => {
    const values: Record<string, unknown> = { ...product, external_id };
    return Object.fromEntries(columns.map((column) => [column, values[column]]));
  };
  if (format === 'csv') {
    return {
      head: toCsvLine(columns),
      format: (product) => toCsvLine(Object.values(toRow(product)).map((value) => String(value ?? ''))),
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
