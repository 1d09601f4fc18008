import type { CartItem, CartLine } from '#contract/orders/cart.ts';
import { ApiError } from '#contract/http/errors.ts';
import { addToCart, getCart, removeFromCart, setCartQuantity } from '#contract/http/cart.ts';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { userLane } from '../storage/lanes.ts';
import type { Write } from '../storage/write-unit.ts';
import { listLines } from './cart.repository.ts';
import type { CartService } from './cart.service.ts';

export interface CartRoutesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly cart: CartService;
}

/**
 * The cart endpoints; their declarations check that the named user is the caller. Write units lock only the user's cart, not the product:
 * the product's stock may change right after it was read anyway.
 */
export function createCartRoutes({ database, write, cart }: CartRoutesOptions): Route[] {
  return [
    route(getCart, ({ params: { userId } }) => listLines(database.reader, userId)),

    route(addToCart, ({ body: { google_id, ...units } }) =>
      write(
        async (unit) => {
          await cart.add(unit, google_id, units, { isClamped: true });
          return { line: await getLine(unit.trx, google_id, units) };
        },
        [userLane(google_id)],
      ),
    ),

    route(setCartQuantity, ({ body: { google_id, ...units } }) =>
      write(
        async (unit) => {
          await cart.setQuantity(unit, google_id, units);
          return { line: await getLine(unit.trx, google_id, units) };
        },
        [userLane(google_id)],
      ),
    ),

    route(removeFromCart, async ({ body: { google_id, ...item } }) => {
      await write((unit) => cart.remove(unit, google_id, item), [userLane(google_id)]);
      return undefined;
    }),
  ];
}

async function getLine(db: Queryable, sub: string, item: CartItem): Promise<CartLine> {
  const [line] = await listLines(db, sub, item);
  if (!line) throw new ApiError('not-found');
  return line;
}
