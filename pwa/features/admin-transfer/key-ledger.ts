import type { ImportResult } from '#contract/products/admin-product.ts';
import type { ReadRow } from '#transfer/source-row.ts';

type Fields = ReadRow['fields'];

/** The keys of the rows accepted so far. They reveal repeats across calls, which the server misses: it sees only the rows of one call. */
export class KeyLedger {
  readonly #rows = new Map<string, number>();

  /** Returns the number of the accepted row that shares a key with these fields; undefined if none does. */
  findRow(fields: Fields): number | undefined {
    return keysOf(fields)
      .map((key) => this.#rows.get(key))
      .find((row) => row !== undefined);
  }

  /** Records the keys of a row that the server has accepted. */
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
