import type { CartLine } from '#contract/orders/cart.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';
import { cartKey } from '../api/outbox-record.ts';
import type { KnownLine, OutboxRecord } from '../api/outbox-record.ts';
import type { CartLineView } from '../api/account-api.ts';

/**
 * The cart as shown: confirmed lines with the operations of the outbox on top, in their order. It is recomputed on each read, so a
 * rejection needs no undo. As on the server, an operation means the line of the product's life that it names: an addition replaces the line of
 * another life, and other operations leave it as it is.
 */
export function overlayCart(lines: readonly CartLine[], operations: readonly OutboxRecord[]): CartLineView[] {
  const cart = new Map<string, CartLineView>(lines.map((line) => [cartKey(line), { ...line, isWaiting: false }]));
  for (const operation of operations) if (operation.state !== 'rejected') apply(cart, operation);
  return [...cart.values()];
}

function apply(cart: Map<string, CartLineView>, operation: OutboxRecord): void {
  const { name, args } = operation.mutation;
  if (name !== 'addCartItem' && name !== 'setCartQuantity' && name !== 'removeCartItem') return;
  const key = cartKey(args);
  const known = cart.get(key);
  const line = known && lifeOf(known) === (args.life ?? lifeOf(known)) ? known : undefined;
  if (name === 'removeCartItem') {
    if (line) cart.delete(key);
  } else if (name === 'addCartItem') {
    // A new line comes last.
    if (!line) cart.delete(key);
    const quantity = Math.min((line?.quantity ?? 0) + args.quantity, MAX_CART_QUANTITY);
    cart.set(key, { ...(line ?? toNewLine(args, operation)), quantity, price_seen: args.price_seen, isWaiting: true });
  } else if (line) {
    const { quantity, price_seen = line.price_seen } = args;
    cart.set(key, { ...line, quantity, price_seen, isWaiting: true });
  }
}

const lifeOf = ({ life = 0 }: Pick<CartLine, 'life'>): number => life;

/** An unconfirmed line, from what the page knew of the product. */
function toNewLine(
  { product_id, life = 0, condition, quantity, price_seen }: MutationArgs<'addCartItem'>,
  { line, createdAtMs }: OutboxRecord,
): CartLine {
  const known: KnownLine = line ?? {
    product_id,
    life,
    condition,
    store: '',
    price: price_seen,
    title: '',
    available: quantity,
    imagecount: 0,
    image_version: 0,
    placeholder: '',
  };
  return { ...known, quantity, price_seen, added_at: new Date(createdAtMs).toISOString() };
}
