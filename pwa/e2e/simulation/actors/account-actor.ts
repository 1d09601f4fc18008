import type { Cookies } from '../../support/cookie-jar.ts';
import { changeCart } from './cart-actor.ts';
import type { NetworkLink } from '../world/sim-network.ts';
import type { Actor } from '../plans/step.ts';
import { PRODUCT_IDS } from '../world/world-template.ts';

/** The user who signs in for a moment in Alice's or Bob's browser. */
const GUEST = 'sam';

/** Another user signs in for a moment in the same browser while a tab that has not noticed continues. */
export const accountActor: Actor = {
  name: 'accounts',
  steps: [
    {
      kind: 'session of another',
      weight: 3,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(2),
        product: choice.oneOf(PRODUCT_IDS),
        ms: choice.oneOf([20, 100, 300]),
      }),
      run: async (world, step) => {
        const device = world.device(step['device']);
        if (!device) return;
        const [cookies = new Map<string, string>()] = world.template.sessions[GUEST];
        const own = [...device.cookies];
        exchange(device.cookies, cookies);
        await changeCart(world, step, (price_seen) => ({
          name: 'addCartItem',
          args: { product_id: Number(step['product']), condition: 'good', quantity: 1, price_seen },
        }));
        device.wake();
        await world.still.advance(Number(step['ms']));
        exchange(device.cookies, own);
        cutSockets(device.line);
        device.wake();
      },
    },
  ],
};

/** The server closes the sockets of an ended session. */
function cutSockets(line: NetworkLink): void {
  const { isUp } = line;
  line.set({ isUp: false });
  line.set({ isUp });
}

function exchange(cookies: Cookies, others: Iterable<readonly [string, string]>): void {
  cookies.clear();
  for (const [name, value] of others) cookies.set(name, value);
}
