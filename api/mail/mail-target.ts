import { countMailedOrders, findLoginAddress } from './order-mail.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { OrderRow } from '../orders/order.repository.ts';

const DAY_MS = 86_400_000;
/** Maximum number of orders a day whose e-mails go to the same address, if that is not the address of the buyer's login. */
const MAX_PER_ADDRESS = 3;
/** Maximum number of orders a day of one buyer whose e-mails go to addresses other than that of the login. */
const MAX_PER_BUYER = 5;

/** Where the e-mails about an order go. */
export interface MailTarget {
  /** Empty when there is no address. */
  readonly to: string;
  /** Whether the identity provider has verified it as the buyer's. If not, it may be a stranger's, who gets no text that the buyer has typed. */
  readonly isVerified: boolean;
}

/**
 * Finds where the e-mails about an order go: to the address in its form. They go to the address of the buyer's login when the form has
 * none, or when the form's address differs from it and a limit of the day is reached. The target does not depend on e-mails sent before, so
 * that all e-mails and attempts of an order have the same one.
 */
export async function findMailTarget(db: Queryable, order: OrderRow): Promise<MailTarget> {
  const login = await findLoginAddress(db, order.id);
  const wanted = order.email;
  if (wanted === '' || isSameAddress(wanted, login)) return { to: login, isVerified: true };
  const { ofAddress, ofBuyer } = await countMailedOrders(db, order, order.created_at - DAY_MS);
  const isWithin = ofAddress < MAX_PER_ADDRESS && ofBuyer < MAX_PER_BUYER;
  return isWithin ? { to: wanted, isVerified: false } : { to: login, isVerified: true };
}

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
