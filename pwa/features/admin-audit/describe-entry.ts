import { NAMELESS_ACTOR } from '#contract/http/audit.ts';
import { parseDollars } from '#contract/money/money.ts';
import { isShopKey } from '#contract/shops.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { formatAmount } from '#pwa/messages/format-amount.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { htmlToLines } from './html-to-lines.ts';
import type { AuditPerson } from './use-audit-people.ts';

/** Maximum number of an import's ids that are listed; an import may have thousands. */
const MAX_IDS = 20;
const PRICE_FIELD = /(?:^|_)price$/;

/** Returns the label of a field in the form where it is changed; a field without one keeps its name. */
export function describeField(name: string): string {
  const { fields } = adminAuditMessages;
  if (name === 'postal_service') return adminOrderMessages.postalService;
  if (name === 'tracking_number') return adminOrderMessages.trackingNumber;
  return (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? fieldLabel(name);
}

/** Returns a field's value in words; null when it has none. */
export function describeValue(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (name === 'description') return htmlToLines(String(value));
  if (name === 'availability') return value === 'NO' ? adminAuditMessages.no : adminAuditMessages.yes;
  if (name === 'shipped') return value === 1 ? adminOrderMessages.sent : adminOrderMessages.notSent;
  if (name === 'rate') return adminMessages.products.stars(Number(value));
  if (name === 'roles') return describeRoles(String(value));
  if (PRICE_FIELD.test(name)) return describePrice(String(value));
  if (Array.isArray(value)) return describeList(value);
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean);
}

/** Returns the subject of an entry: a product of a shop, a shop, a person, a device, or the text as it is. */
export function describeSubject(subject: string, people: readonly AuditPerson[]): string {
  const [kind = '', id = ''] = subject.split('/');
  if (isShopKey(kind)) {
    const shop = messages.shops[kind];
    return id === '' ? shop : `${shop} · ${adminListMessages.id(Number(id))}`;
  }
  if (kind === NAMELESS_ACTOR && id !== '') return people.find((person) => person.id === id)?.name ?? `ID: ${id}`;
  if (subject === UNKNOWN_DEVICE) return adminAuditMessages.unknownDevice;
  const [, browser, system] = DEVICE.exec(subject) ?? [];
  return browser && system ? adminAuditMessages.device(browser, system) : subject;
}

/** The server's texts for the device of a login. */
const UNKNOWN_DEVICE = 'An unknown device';
const DEVICE = /^([A-Z][a-zA-Z ]*) on ([a-zA-Z]+)$/;

/** Returns who made a change. */
export const describeActor = (actor: string): string =>
  actor === NAMELESS_ACTOR ? adminAuditMessages.administrator : actor;

function describePrice(text: string): string {
  const cents = parseDollars(text);
  return cents === undefined ? text : formatAmount(cents);
}

function describeRoles(text: string): string {
  const { roles, noRoles } = administratorMessages;
  const names = text.split(' ').filter(Boolean);
  if (names.length === 0) return noRoles;
  return names.map((name) => (Object.hasOwn(roles, name) ? roles[name as keyof typeof roles].name : name)).join(', ');
}

/** Returns file names as they are; for ids, their number and the first few. */
function describeList(values: readonly unknown[]): string {
  if (values.length > 0 && values.every((value) => typeof value === 'string')) return values.join(', ');
  const count = formatNumber(values.length);
  if (values.length === 0) return count;
  const ids = [...values.slice(0, MAX_IDS).map(String), ...(values.length > MAX_IDS ? ['…'] : [])];
  return adminAuditMessages.some(count, ids.join(', '));
}
