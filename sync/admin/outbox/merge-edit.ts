import type { ProductFields } from '#contract/products/product.ts';
import type { EditBase, EditConflict } from '../../api/admin-api.ts';

/** Values of a form's fields, by name. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Merges an edit with the server's state. A field that only one side changed takes that side's value. A field that both changed differently
 * takes the server's if `yielding` contains it; otherwise it is a conflict, and takes the edit's.
 */
export function mergeEdit(
  base: ProductFields,
  mine: ProductFields,
  theirs: ProductFields,
  yielding: ReadonlySet<string> = new Set(),
) {
  const { fields, conflicts } = mergeValues(toValues(base), toValues(mine), toValues(theirs));
  const given = conflicts.filter(({ field }) => yielding.has(field)).map(({ field, theirs: value }) => [field, value]);
  return {
    fields: toFields({ ...fields, ...Object.fromEntries(given) }),
    conflicts: conflicts.filter(({ field }) => !yielding.has(field)),
  };
}

/** Merges two changes of the same values, as `mergeEdit`; values may be invalid, as typed into a form. */
export function mergeValues(
  base: Values,
  mine: Values,
  theirs: Values,
): { readonly fields: Values; readonly conflicts: EditConflict['fields'] } {
  const fields: Record<string, string | number> = { ...theirs };
  const conflicts: EditConflict['fields'][number][] = [];
  for (const [field, value] of Object.entries(mine)) {
    // A form of an earlier version of the app has no value for a field that it did not know.
    const was = base[field] ?? '';
    const is = theirs[field] ?? was;
    if (value === was) continue;
    fields[field] = value;
    if (is !== was && is !== value) conflicts.push({ field, base: was, mine: value, theirs: is });
  }
  return { fields, conflicts };
}

/** The fields that an edit changes: only these are sent, so that it touches nothing else. */
export function changedFields(base: ProductFields, mine: ProductFields): Values {
  const before = toValues(base);
  return Object.fromEntries(Object.entries(toValues(mine)).filter(([field, value]) => value !== before[field]));
}

/** An edit behind another operation of this device on the same product. */
export interface LaterEdit {
  readonly base: EditBase;
  readonly fields: ProductFields;
}

/**
 * Rebases a later edit on an applied operation of this device: the edit replaces this device's own changes, and is merged with all others.
 * `own`: fields that the operation changed; all of them if it added the product. `saved`: its result.
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
    // Others have changed the field as well: sent as an edit of the older version, it is merged, or conflicts.
    base[field] = before[field] as string | number;
    isLevel = false;
  }
  const version = isLevel ? saved.version : later.base.version;
  return { base: { ...saved, version, fields: toFields(base) }, fields: toFields(fields) };
}

const toValues = (fields: ProductFields): Values => fields;
const toFields = (values: Values): ProductFields => values as unknown as ProductFields;
