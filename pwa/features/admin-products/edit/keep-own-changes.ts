import type { AdminData, DraftKey, ProductDraft } from '#sync/api/admin-api.ts';

/** After another window has saved or cleared a form, stores this window's changes as its draft, unless a draft is still stored. */
export async function keepOwnChanges(
  data: AdminData | undefined,
  key: DraftKey,
  opened: ProductDraft,
  own: ProductDraft['fields'],
): Promise<void> {
  if (!data || !opened.base || Object.keys(own).length === 0 || (await data.draft(key))) return;
  const base = { ...opened.base, fields: opened.fields as typeof opened.base.fields };
  await data.saveDraft(key, { ...opened, base, fields: { ...opened.fields, ...own } });
}
