import type { Order } from '#contract/orders/order.ts';
import { countryName } from '#pwa/messages/format-country.ts';

/** Returns the lines of an order's address that are not empty; none for orders that were synced before orders had addresses. */
export function addressLines(order: Order): readonly string[] {
  const { contact_name = '', address = '', city = '', state_prov = '', postal_code = '', country = '' } = order;
  const place = [city, state_prov, postal_code].filter((text) => text !== '').join(', ');
  return [contact_name, address, place, countryName(country)].filter((line) => line !== '');
}
