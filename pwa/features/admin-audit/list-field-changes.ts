import type { AuditEntry } from '#contract/admin-product.ts';

/** What became of one field. Null is a field that was not there. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields that an entry is about, as they were and as they became, in the order in which the server names them. */
export function listFieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: toText(before, field), after: toText(after, field) }))
    .filter((change) => change.before !== change.after);
}

function toText(members: Readonly<Record<string, unknown>>, field: string): string | null {
  const value = Object.hasOwn(members, field) ? members[field] : undefined;
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
