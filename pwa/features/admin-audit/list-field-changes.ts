import type { AuditEntry } from '#contract/http/audit.ts';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { describeValue } from './describe-entry.ts';

/** The change of one field, with its values as text; null for a field that is missing or null. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Members = AuditEntry['before'];

/** Lists an entry's changed fields with their values before and after in words, in the server's order. */
export function listFieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)))
    .map((field) => {
      const [was, is] = [describeValue(field, valueOf(before, field)), describeValue(field, valueOf(after, field))];
      return { field, before: was, after: was === is ? adminAuditMessages.formattingOnly : is };
    });
}

const valueOf = (members: Members, field: string): unknown =>
  (Object.hasOwn(members, field) ? members[field] : undefined) ?? null;
