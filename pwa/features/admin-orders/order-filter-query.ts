import { NO_FILTER } from './select-orders.ts';
import type { OrderFilter } from './select-orders.ts';

/** The parts of a filter that a link to the list of orders may contain. */
type LinkedFilter = Pick<OrderFilter, 'status' | 'sent' | 'from' | 'until'>;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Returns a filter as the query of a URL, empty when nothing is filtered. */
export function toFilterQuery({ status, sent, from, until }: LinkedFilter): string {
  const query = new URLSearchParams();
  if (status !== null) query.set('status', status);
  if (sent !== 'all') query.set('sent', sent);
  if (from !== null) query.set('from', from);
  if (until !== null) query.set('until', until);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Reads the filter of a URL; parts that are missing or invalid filter nothing. */
export function findFilter(search: string): OrderFilter {
  const query = new URLSearchParams(search);
  const day = (name: string): string | null => {
    const value = query.get(name);
    return value !== null && DAY.test(value) ? value : null;
  };
  const sent = query.get('sent');
  return {
    ...NO_FILTER,
    status: query.get('status'),
    sent: sent === 'sent' || sent === 'unsent' ? sent : 'all',
    from: day('from'),
    until: day('until'),
  };
}
