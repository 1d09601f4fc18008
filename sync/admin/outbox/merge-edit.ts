import type { ProductFields } from '#contract/product.ts';
import type { EditBase, EditConflict } from '../admin-api.ts';

type Values = Readonly<Record<string, string | number>>;

/** What an edit and somebody else's changes come to. */
export interface MergedEdit {
  /** With what both changed; where they changed the same field differently, as the edit has it. */
  readonly fields: ProductFields;
  /** Fields that both changed, differently. */
  readonly conflicts: EditConflict['fields'];
}

/** Merges an edit with what is on the server now, field by field: who alone changed a field has it as they wrote it. */
export function mergeEdit(base: ProductFields, mine: ProductFields, theirs: ProductFields): MergedEdit {
  const [before, own, other] = [toValues(base), toValues(mine), toValues(theirs)];
  const fields: Record<string, string | number> = { ...other };
  const conflicts: EditConflict['fields'][number][] = [];
  for (const [field, value] of Object.entries(own)) {
    const was = before[field] ?? value;
    const is = other[field] ?? was;
    if (value === was) continue;
    fields[field] = value;
    if (is !== was && is !== value) conflicts.push({ field, base: was, mine: value, theirs: is });
  }
  return { fields: toFields(fields), conflicts };
}

/** Fields in which an edit differs from what it starts from: all that is sent, so that it touches nothing else. */
export function changedFields(base: ProductFields, mine: ProductFields): Values {
  const before = toValues(base);
  return Object.fromEntries(Object.entries(toValues(mine)).filter(([field, value]) => value !== before[field]));
}

/** An edit that waits behind another operation of this device on the same product. */
export interface LaterEdit {
  readonly base: EditBase;
  readonly fields: ProductFields;
}

/**
 * A later edit after an operation of this device was done: it replaces what this device itself wrote, and is merged with everything else.
 * `own`: what that operation changed; all fields, where it added the product. `saved`: what came of it.
 */
export function rebaseEdit(later: LaterEdit, own: ReadonlySet<string>, saved: EditBase): LaterEdit {
  const touched = new Set(Object.keys(changedFields(later.base.fields, later.fields)));
  const [before, mine, now] = [toValues(later.base.fields), toValues(later.fields), toValues(saved.fields)];
  const base: Record<string, string | number> = { ...now };
  const fields: Record<string, string | number> = { ...now };
  let isLevel = true;
  for (const field of touched) {
    fields[field] = mine[field] as string | number;
    if (own.has(field) || before[field] === now[field]) continue;
    // Somebody else changed what this edit changes: as an edit of the older version it will be merged, or asked about.
    base[field] = before[field] as string | number;
    isLevel = false;
  }
  const version = isLevel ? saved.version : later.base.version;
  return { base: { version, fields: toFields(base) }, fields: toFields(fields) };
}

const toValues = (fields: ProductFields): Values => fields;
const toFields = (values: Values): ProductFields => values as unknown as ProductFields;
