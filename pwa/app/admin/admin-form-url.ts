import { ADMIN_TABS } from '#pwa/platform/admin/admin-form-state.ts';
import type { AdminTab } from '#pwa/platform/admin/admin-form-state.ts';

/** The form that a URL of a shop's administration opens. */
export type RequestedForm =
  | { readonly form: 'tab'; readonly tab: AdminTab }
  | { readonly form: 'edit'; readonly id: number }
  /** The form of an operation that needs attention, or of a pending addition. */
  | { readonly form: 'operation'; readonly op: number };

/** The URL of a form of a shop's administration. */
export function adminFormUrl(adminPath: string, requested: RequestedForm): string {
  if (requested.form === 'tab') return `${adminPath}?tab=${requested.tab}`;
  return requested.form === 'edit' ? `${adminPath}?edit=${requested.id}` : `${adminPath}?op=${requested.op}`;
}

/** The form that a query names; undefined without one. */
export function findRequestedForm(search: string): RequestedForm | undefined {
  const query = new URLSearchParams(search);
  const tab = ADMIN_TABS.find((known) => known === query.get('tab'));
  if (tab) return { form: 'tab', tab };
  const id = readNumber(query.get('edit'));
  if (id !== undefined) return { form: 'edit', id };
  const op = readNumber(query.get('op'));
  return op === undefined ? undefined : { form: 'operation', op };
}

const readNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
