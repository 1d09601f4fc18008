import { findCarrier, findTrackingUrl } from '#contract/carriers.ts';
import { isCountryCode } from '#contract/countries.ts';
import { CONDITIONS } from '#contract/conditions.ts';
import { orderPagePath } from '#contract/screens.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { MailKind } from '../storage/schema/orders.ts';
import { renderBoth } from './letter.ts';
import type { Letter, RenderedLetter } from './letter.ts';

/** The shop as its letters name and link it. */
export interface Shop {
  readonly brand: string;
  /** Origin of the shop. */
  readonly origin: string;
}

const WAITING: ReadonlySet<string> = new Set(['creating', 'waiting']);
const MAX_SUBJECT_TITLE = 80;

/** Returns whether an e-mail still tells the truth: not that an order was placed after it has ended, nor that it was sent when it was not. */
export function isCurrent(kind: MailKind, { status, shipped, hidden_at }: OrderRow): boolean {
  if (kind === 'sent') return shipped === 1;
  return kind === 'paid' ? status === 'finished' : hidden_at === null && !['expired', 'failed'].includes(status);
}

/** Renders an e-mail from an order, which keeps title and price as they were when it was placed. */
export function renderLetter(kind: MailKind, order: OrderRow, shop: Shop): RenderedLetter {
  const page = `${shop.origin}${orderPagePath(order.id)}`;
  return renderBoth({ ...LETTERS[kind](order, page), reason: reasonOf(shop) });
}

const reasonOf = ({ brand, origin }: Shop): string =>
  `You receive this e-mail because of your order at ${brand}, ${origin}. Questions? Use the chat of the shop.`;

type Content = Omit<Letter, 'reason'>;

const LETTERS: Readonly<Record<MailKind, (order: OrderRow, page: string) => Content>> = {
  placed: (order, page) => {
    const isWaiting = WAITING.has(order.status);
    return {
      subject: `We have your order: ${shorten(order.title)}`,
      heading: 'Thank you for your order',
      intro: isWaiting
        ? `It is reserved for you until ${formatTime(order.expires_at)}. Pay before then to keep it.`
        : 'This is what you ordered.',
      facts: [...factsOf(order), ...addressOf(order)],
      action: { label: isWaiting ? 'View order and pay' : 'View order', url: page },
    };
  },
  paid: (order, page) => ({
    subject: `Payment received: ${shorten(order.title)}`,
    heading: 'We have received your payment',
    intro: 'We are preparing your order and will write again when it is on its way.',
    facts: [...factsOf(order), ...addressOf(order)],
    action: { label: 'View order', url: page },
  }),
  sent: (order, page) => {
    const { postal_service, tracking_number } = order;
    const url = findTrackingUrl(postal_service, tracking_number);
    const parcel = [
      ['Carrier', postal_service],
      ['Tracking', tracking_number],
    ] as const;
    return {
      subject: `Your order is on its way: ${shorten(order.title)}`,
      heading: 'Your order is on its way',
      intro: postal_service === '' ? 'We have sent it.' : `We have sent it with ${postal_service}.`,
      facts: [...factsOf(order), ...parcel.filter(([, value]) => value !== ''), ...addressOf(order)],
      action: url
        ? { label: `Track with ${findCarrier(postal_service)?.name ?? postal_service}`, url }
        : { label: 'View order', url: page },
    };
  },
};

const factsOf = ({ id, title, condition, quantity, total_cents }: OrderRow): Letter['facts'] => [
  ['Item', title],
  ['Condition', CONDITIONS.find(({ key }) => key === condition)?.label ?? condition],
  ['Quantity', String(quantity)],
  ['Total', formatMoney(total_cents)],
  ['Order', id],
];

const addressOf = ({ contact_name, address, city, state_prov, postal_code, country }: OrderRow): Letter['facts'] => {
  const lines = [contact_name, address, city, state_prov, postal_code, countryName(country)].filter(
    (line) => line !== '',
  );
  return lines.length === 0 ? [] : [['Ship to', lines.join(', ')]];
};

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });
const countryName = (code: string): string => (isCountryCode(code) ? (COUNTRY_NAMES.of(code) ?? code) : code);

const shorten = (title: string): string => {
  const letters = [...title];
  return letters.length > MAX_SUBJECT_TITLE ? `${letters.slice(0, MAX_SUBJECT_TITLE - 1).join('')}…` : title;
};

const MONEY = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const formatMoney = (cents: number): string => MONEY.format(cents / 100);

const TIME = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const formatTime = (ms: number): string => `${TIME.format(ms)} UTC`;
