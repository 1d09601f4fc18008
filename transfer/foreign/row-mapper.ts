import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ReadRow, SourceRow } from '../source-row.ts';
import { plainName } from './foreign-formats.ts';
import { firstOf, keysOf, kindOf, readMeanings } from './meant-row.ts';
import type { MeantRow } from './meant-row.ts';
import { formatOf, LEFT_OUT, OWN_FORMAT, targetOf } from './mapping.ts';
import type { Mapping } from './mapping.ts';
import { toProducts } from './to-products.ts';

/** Makes rows of products from the rows of a file, one after the other. */
export interface RowMapper {
  /** Takes the file's next row and returns the rows that are now complete: several rows of the file may belong to one product. */
  push(row: SourceRow): SourceRow[];
  /** Returns the remaining rows at the end of the file. */
  end(): SourceRow[];
}

/** Opens the step from a file's rows to rows with our columns, the same for command and page. It depends on nothing but its input. */
export const openRowMapper = (mapping: Mapping, offer: OfferKind): RowMapper =>
  mapping.format === OWN_FORMAT ? openRenamer(mapping) : openGrouper(mapping, offer);

/** Maps all rows of a file. */
export function mapRows(rows: readonly SourceRow[], mapping: Mapping, offer: OfferKind): SourceRow[] {
  const mapper = openRowMapper(mapping, offer);
  return [...rows.flatMap((row) => mapper.push(row)), ...mapper.end()];
}

/** Maps rows as they are read. @throws ImportError of the reader, after yielding the rows before the fault */
export async function* mapBatches(
  batches: AsyncIterable<readonly SourceRow[]>,
  mapping: Mapping,
  offer: OfferKind,
): AsyncGenerator<SourceRow[]> {
  const mapper = openRowMapper(mapping, offer);
  try {
    for await (const batch of batches) yield batch.flatMap((row) => mapper.push(row));
  } catch (error) {
    yield mapper.end();
    throw error;
  }
  yield mapper.end();
}

/** Opens the mapper for files with our own columns: it renames or drops columns as the mapping says, and adds constants for missing columns. */
function openRenamer(mapping: Mapping): RowMapper {
  return {
    push(row) {
      if (!('fields' in row)) return [row];
      const cells = Object.entries(row.fields).map(([column, cell]) => [targetOf(mapping, column), cell] as const);
      const taken = Object.fromEntries(cells.filter(([target]) => target !== LEFT_OUT));
      return [{ ...row, fields: { ...mapping.constants, ...taken } }];
    },
    end: () => [],
  };
}

/** A parent without variants below it: the variants may come later, as WooCommerce orders rows by age. */
interface WaitingParent {
  readonly row: MeantRow;
  isUsed: boolean;
}

function openGrouper(mapping: Mapping, offer: OfferKind): RowMapper {
  const hasWrittenBreaks = formatOf(mapping)?.hasWrittenBreaks ?? false;
  const parents = new Map<string, WaitingParent>();
  let group: MeantRow[] = [];

  const flush = (): SourceRow[] => {
    const rows = group;
    group = [];
    const [head] = rows;
    if (!head) return [];
    if (rows.length === 1 && kindOf(head) === 'parent') {
      const waiting = { row: head, isUsed: false };
      for (const key of keysOf(head)) parents.set(key, waiting);
      return [];
    }
    const parent = kindOf(head) === 'variant' ? parents.get(firstOf(head, 'group')) : undefined;
    if (parent) parent.isUsed = true;
    return toProducts(parent ? [parent.row, ...rows] : rows, mapping.constants, offer);
  };

  return {
    push(row) {
      if (!('fields' in row)) return 'isBlank' in row ? [row] : [...flush(), row];
      if (repeatsHeader(row)) return [...flush(), reject(row, FIELD_PROBLEMS.secondHeader)];
      const meant = readMeanings(row, mapping, hasWrittenBreaks);
      const done = continues(group, meant) ? [] : flush();
      group.push(meant);
      return done;
    },
    end() {
      const done = flush();
      const unused = new Set([...parents.values()].filter(({ isUsed }) => !isUsed));
      return [...done, ...[...unused].map(({ row: { source } }) => reject(source, FIELD_PROBLEMS.noVariants))];
    },
  };
}

/** Whether a row belongs to the same product as the rows before it. */
function continues([head]: readonly MeantRow[], row: MeantRow): boolean {
  if (!head) return false;
  const [group, title] = [firstOf(row, 'group'), firstOf(row, 'title')];
  if (group === '') return kindOf(row) === 'variant' && kindOf(head) !== 'variant';
  if (!keysOf(head).includes(group)) return false;
  // Rows with one key but different titles are different products, not variants.
  return kindOf(row) === 'variant' || title === '' || title === firstOf(head, 'title');
}

/** Whether a row repeats the header, as in files that were put together. */
function repeatsHeader({ fields }: ReadRow): boolean {
  const cells = Object.entries(fields).filter(([, cell]) => cell !== null && cell !== '');
  return cells.length > 1 && cells.every(([column, cell]) => plainName(String(cell)) === plainName(column));
}

const reject = ({ row, line }: ReadRow, problem: string): SourceRow => ({
  row,
  ...(line !== undefined && { line }),
  problem,
});
