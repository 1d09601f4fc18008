import { findCarrier, findTrackingUrl } from '#contract/orders/carriers.ts';
import { orderPagePath } from '#contract/screens/screens.ts';
import { localeOf } from '../messages/locale.ts';
import type { Locale } from '../messages/locale.ts';
import type { OrderRow } from '../orders/order.repository.ts';
import type { MailKind } from '../storage/schema/orders.ts';
import { renderBoth } from './letter.ts';
import type { Letter, RenderedLetter } from './letter.ts';

/** The shop as its letters name and link it. */
export interface Shop {
  readonly name: string;
  /** The accent color; undefined: the default color. */
  readonly accent?: string | undefined;
  /** Origin of the shop. */
  readonly origin: string;
}

const WAITING: ReadonlySet<string> = new Set(['creating', 'waiting']);
const MAX_SUBJECT_TITLE = 80;

/** Returns whether an e-mail is still true: "placed" until the order is deleted, expires or fails, "paid" while finished, "sent" while shipped. */
export function isCurrent(kind: MailKind, { status, shipped, hidden_at }: OrderRow): boolean {
  if (kind === 'sent') return shipped === 1;
  return kind === 'paid' ? status === 'finished' : hidden_at === null && !['expired', 'failed'].includes(status);
}

/** Who reads an e-mail: the buyer, or whoever has the address that the buyer typed. */
export type Reader = 'buyer' | 'unverified';

/** Renders an e-mail from an order, which keeps title, price and the buyer's language as they were when it was placed. */
export function renderLetter(
  kind: MailKind,
  order: OrderRow,
  { name, accent, origin }: Shop,
  reader: Reader = 'buyer',
): RenderedLetter {
  const locale = localeOf(order.language);
  const page = `${origin}${orderPagePath(order.id)}`;
  return renderBoth({
    language: locale.language,
    accent,
    // Nothing that the buyer has typed goes to an address that may be a stranger's.
    ...LETTERS[kind](reader === 'buyer' ? order : { ...order, ...NO_ADDRESS }, page, locale),
    reason: locale.texts.mail[reader === 'buyer' ? 'reason' : 'reasonTyped'](name, origin),
  });
}

const NO_ADDRESS = { contact_name: '', address: '', city: '', state_prov: '', postal_code: '', country: '' } as const;

type Content = Omit<Letter, 'language' | 'accent' | 'reason'>;

const LETTERS: Readonly<Record<MailKind, (order: OrderRow, page: string, locale: Locale) => Content>> = {
  placed: (order, page, locale) => {
    const { placed, viewOrder } = locale.texts.mail;
    const isWaiting = WAITING.has(order.status);
    return {
      subject: placed.subject(shorten(order.title)),
      heading: placed.heading,
      intro: isWaiting ? placed.reserved(locale.formatTime(order.expires_at)) : placed.ordered,
      facts: [...factsOf(order, locale), ...addressOf(order, locale)],
      action: { label: isWaiting ? placed.viewAndPay : viewOrder, url: page },
    };
  },
  paid: (order, page, locale) => {
    const { paid, viewOrder } = locale.texts.mail;
    return {
      subject: paid.subject(shorten(order.title)),
      heading: paid.heading,
      intro: paid.intro,
      facts: [...factsOf(order, locale), ...addressOf(order, locale)],
      action: { label: viewOrder, url: page },
    };
  },
  sent: (order, page, locale) => {
    const { sent, viewOrder, facts } = locale.texts.mail;
    const { postal_service, tracking_number } = order;
    const url = findTrackingUrl(postal_service, tracking_number);
    const parcel = [
      [facts.carrier, postal_service],
      [facts.tracking, tracking_number],
    ] as const;
    return {
      subject: sent.subject(shorten(order.title)),
      heading: sent.heading,
      intro: postal_service === '' ? sent.intro : sent.introWith(postal_service),
      facts: [...factsOf(order, locale), ...parcel.filter(([, value]) => value !== ''), ...addressOf(order, locale)],
      action: url
        ? { label: sent.track(findCarrier(postal_service)?.name ?? postal_service), url }
        : { label: viewOrder, url: page },
    };
  },
};

const factsOf = (
  { number, title, condition, quantity, total_cents }: OrderRow,
  { texts: { mail }, formatPrice }: Locale,
): Letter['facts'] => [
  [mail.facts.item, title],
  [mail.facts.condition, mail.conditions[condition]],
  [mail.facts.quantity, String(quantity)],
  [mail.facts.total, formatPrice(total_cents)],
  [mail.facts.order, `#${number}`],
];

const addressOf = (
  { contact_name, address, city, state_prov, postal_code, country }: OrderRow,
  { texts: { mail }, countryName }: Locale,
): Letter['facts'] => {
  const lines = [contact_name, address, city, state_prov, postal_code, countryName(country)].filter(
    (line) => line !== '',
  );
  return lines.length === 0 ? [] : [[mail.facts.address, lines.join(', ')]];
};

const shorten = (title: string): string => {
  const letters = [...title];
  return letters.length > MAX_SUBJECT_TITLE ? `${letters.slice(0, MAX_SUBJECT_TITLE - 1).join('')}…` : title;
};
