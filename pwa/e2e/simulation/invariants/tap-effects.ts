import type { World } from '../world/world.ts';
import { explainCarts } from './cart-invariants.ts';
import type { Tap } from './tap-journal.ts';

/** Returns a function that tells from the server's rows whether a tap has taken effect, or may have. */
export function readEffects(world: World): (tap: Tap) => boolean {
  const applied = new Set<Tap>(explainCarts(world).places.keys());
  return (tap) => {
    const { name, args } = tap.mutation;
    if (name === 'addCartItem' || name === 'setCartQuantity') return applied.has(tap);
    if (name === 'sendMessage')
      return world.rows('select 1 from chat_message where id = ?', args.message_id).length > 0;
    // The others leave no trace where they changed nothing.
    return true;
  };
}
