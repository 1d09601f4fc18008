import { createDemoCredential } from '#contract/http/demo-identity.ts';
import type { Cookies } from '../../support/cookie-jar.ts';
import { checkStoredRows } from '../invariants/stored-row-invariants.ts';
import { changeCart } from './cart-actor.ts';
import type { Person } from '../world/people.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { NetworkLink } from '../world/sim-network.ts';
import type { Actor } from '../plans/step.ts';
import type { World } from '../world/world.ts';
import { PRODUCT_IDS } from '../world/world-template.ts';

/** The user who signs in for a moment in Alice's or Bob's browser. */
const GUEST = 'sam';
/** Users who, besides the device's owner, may sign in on a device without a user. */
const OTHERS = ['alice', 'bob'] as const;

/** People sign out and in; another person signs in for a moment while a tab that has not noticed continues. */
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
    {
      kind: 'sign out',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices), tab: choice.below(2) }),
      run: async (world, { device: place, tab: number }) => {
        const tab = world.tab(place, number);
        const device = tab?.device;
        if (!tab || device?.sub == null) return;
        const { sub } = device;
        device.sub = null;
        for (const open of device.tabs) open.leaveUser();
        await world.still.finish(tab.engine.account.signOut(sub).catch(() => undefined));
        // What was pending is deleted with the user's rows.
        world.taps.noteLostStorage(device, sub);
      },
    },
    {
      kind: 'sign in',
      weight: 4,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        person: choice.oneOf(['own', 'own', ...OTHERS]),
      }),
      run: async (world, { device: place, person }) => {
        const device = world.device(place);
        if (!device || device.sub !== null) return;
        await signIn(world, device, person === 'own' ? device.owner : (person as Person));
      },
    },
  ],

  checkAlways: checkStoredRows,

  async heal(world) {
    for (const device of world.devices) {
      if (device.sub === null) await signIn(world, device, device.owner);
      else await renewSession(world, device);
    }
  },
};

/** Signs a device's user in again if the session has ended, as a person does when the shop asks. */
export async function renewSession(world: World, device: SimDevice): Promise<void> {
  const [tab] = device.tabs;
  if (!tab || device.sub === null || tab.lifecycle.isFrozen) return;
  const { needsSignIn } = await tab.data.state();
  if (needsSignIn) await signIn(world, device, personOf(device.sub));
}

/** Signs a person in through a device's first tab; without success the device stays as it is. */
async function signIn(world: World, device: SimDevice, person: Person): Promise<void> {
  const tab = device.tabs.find(({ lifecycle }) => !lifecycle.isFrozen);
  const body = JSON.stringify({ sub: `demo-${person}`, name: person, email: `${person}@demo.invalid` });
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'POST', path: createDemoCredential.path, headers, body };
  const reply = await world.still.finish(world.server.handle(call, '10.6.6.6'));
  if (!tab || reply?.status !== 200) return;
  const { credential } = JSON.parse(reply.body.toString()) as { credential: string };
  const result = await world.still.finish(tab.engine.account.signIn(credential)).catch(() => undefined);
  if (result?.ok) device.sub = result.value.user.sub;
}

const personOf = (sub: string): Person => sub.replace('demo-', '') as Person;

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
