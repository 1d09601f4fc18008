import type { ImportResult, ImportRow } from '#contract/products/admin-product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AppContext } from '../app-context.ts';
import type { AuditActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import { createOncePerKey } from '../idempotency/once-per-key.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import type { WriteResult } from '../catalog/products/product-writes.service.ts';
import { checkRow } from './check-row.ts';
import { saveRows } from './save-rows.ts';
import type { CheckedRow, RowProblem } from './check-row.ts';
import { clipChange } from './clip-change.ts';
import { withoutField } from './import-products.ts';

export interface TableImport {
  readonly shop: ShopKey;
  readonly rows: readonly ImportRow[];
  /** Whether the rows' ids are those of the shop. */
  readonly idsMatch: boolean;
  /** Returns the result of each row but changes nothing. */
  readonly isDryRun: boolean;
  /** From `actorOf`. */
  readonly actor: AuditActor;
  /** Idempotency key: the call takes effect once per key. */
  readonly key: string | undefined;
}

export type TableImporter = (table: TableImport) => Promise<ImportResult[]>;

/** Ends a dry run by rolling its transaction back. */
class DryRunEnd extends Error {
  readonly results: ImportResult[];

  constructor(results: ImportResult[]) {
    super('end of dry run');
    this.results = results;
  }
}

/**
 * Creates a function that adds and changes products from rows of a table in one transaction; a rejected row does not prevent the others.
 * It throws ApiError idempotency-conflict when the key was used with other rows.
 */
export function createTableImporter({
  write,
  products,
  now,
}: Pick<AppContext, 'write' | 'products' | 'now'>): TableImporter {
  const once = createOncePerKey(now);

  const check = ({ shop, rows }: TableImport): CheckedRow[] =>
    rows.map((fields) => checkRow(getShop(shop).offer, { fields }));

  const save = async (
    unit: WriteUnit,
    { shop, idsMatch }: TableImport,
    checked: readonly CheckedRow[],
  ): Promise<ImportResult[]> => {
    const valid = checked.flatMap((row, index) => ('write' in row ? [{ ...row, row: index + 1 }] : []));
    const rules = { rows: valid.map(({ row }) => row), earlier: new Map<number, number>(), idsMatch };
    const rows = { writes: valid.map(({ write: one }) => one), rules, images: valid.map(({ images = [] }) => images) };
    const saved = (await saveRows(unit, { products, shop, now, ...rows })).values();
    return checked.map((row) =>
      'write' in row ? toResult(saved.next().value as WriteResult, row.notes) : toRejection(row.problems),
    );
  };

  return async (table) => {
    const { shop, rows, isDryRun, idsMatch } = table;
    const checked = check(table);
    // The key prevents a repeated call from adding rows without an id again.
    const call = {
      key: isDryRun ? undefined : table.key,
      request: { import: shop, rows, ...(idsMatch && { idsMatch }) },
      expires: true,
    };
    try {
      return await write((unit) =>
        once(unit, call, async () => {
          const results = await save(unit, table, checked);
          // Rolls everything back, so that the real run starts from the same catalogue and has the same results.
          if (isDryRun) throw new DryRunEnd(results);
          await audit(unit, table, results, now());
          return results;
        }),
      );
    } catch (error) {
      if (error instanceof DryRunEnd) return error.results;
      throw error;
    }
  };
}

function toResult(result: WriteResult, notes: readonly RowProblem[]): ImportResult {
  if (result.outcome === 'rejected') {
    const { repeats, title } = result;
    return {
      outcome: 'rejected',
      ...withoutField(result),
      ...(repeats !== undefined && { repeats }),
      ...(title !== undefined && { title }),
    };
  }
  const { changes, ...rest } = result;
  return {
    ...rest,
    ...(changes && { changes: changes.map(clipChange) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  };
}

function toRejection(problems: readonly RowProblem[]): ImportResult {
  const [first] = problems;
  return {
    outcome: 'rejected',
    ...(first && { field: first.field, reason: first.reason }),
    ...(problems.length > 1 && { problems: [...problems] }),
  };
}

async function audit(
  { trx }: WriteUnit,
  { shop, actor }: TableImport,
  results: readonly ImportResult[],
  at: number,
): Promise<void> {
  const idsOf = (outcome: ImportResult['outcome']) =>
    results.flatMap((row) => (row.outcome === outcome ? [row.id] : []));
  const [added, changed] = [idsOf('added'), idsOf('changed')];
  if (added.length + changed.length === 0) return;
  await recordAudit(trx, {
    at,
    actor,
    action: 'import-products',
    subject: shop,
    before: {},
    after: { added, changed },
  });
}
