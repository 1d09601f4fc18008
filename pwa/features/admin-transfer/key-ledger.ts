import type { ImportResult } from '#contract/products/admin-product.ts';
import type { ReadRow } from '#transfer/source-row.ts';

type Fields = ReadRow['fields'];

/** The keys of the rows imported so far, to find rows that repeat one of an earlier call: the server sees only the rows of one call. */
export class KeyLedger {
  readonly #rows = new Map<string, number>();

  /** Returns the row that has a key of these fields; undefined if none has. */
  findRow(fields: Fields): number | undefined {
    return keysOf(fields)
      .map((key) => this.#rows.get(key))
      .find((row) => row !== undefined);
  }

  /** Notes the keys of a row that the server has accepted. */
  claim({ row, fields }: ReadRow, { outcome, id }: ImportResult): void {
    const keys = keysOf(fields);
    // The id of an addition is not yet certain in a dry run.
    if (outcome !== 'added' && id !== undefined) keys.push(idKey(id));
    for (const key of keys) this.#rows.set(key, row);
  }
}

const idKey = (id: number): string => `id ${id}`;

function keysOf({ id, external_id }: Fields): string[] {
  const name = String(external_id ?? '')
    .normalize('NFC')
    .trim();
  const number = Number(id ?? '');
  return [
    ...(name === '' ? [] : [`external_id ${name}`]),
    ...(Number.isInteger(number) && number > 0 ? [idKey(number)] : []),
  ];
}
