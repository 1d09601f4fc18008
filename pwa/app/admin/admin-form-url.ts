import { ADMIN_TABS } from '#pwa/platform/admin/admin-form-state.ts';
import type { AdminTab } from '#pwa/platform/admin/admin-form-state.ts';

/** Which form an address of a shop's administration opens, and with what. */
export type RequestedForm =
  | { readonly form: 'tab'; readonly tab: AdminTab }
  | { readonly form: 'edit'; readonly id: number }
  /** That of an operation which waits for somebody. */
  | { readonly form: 'operation'; readonly op: number };

/** The address of a form of a shop's administration. */
export function adminFormUrl(adminPath: string, wanted: RequestedForm): string {
  if (wanted.form === 'tab') return `${adminPath}?tab=${wanted.tab}`;
  return wanted.form === 'edit' ? `${adminPath}?edit=${wanted.id}` : `${adminPath}?op=${wanted.op}`;
}

/** The form that an address names; undefined where it names none. */
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
