import type { AuditEntry } from '#contract/http/audit.ts';

/** The change of one field; null is a missing field. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Lists an entry's changed fields with their values before and after, in the server's order. */
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
