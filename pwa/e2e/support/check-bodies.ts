import { SHOP_KEYS } from '#contract/shops.ts';
import type { Device, Tab } from './device.ts';

/** A device, with access to the answers to its checks of all shops. */
export interface CheckedDevice {
  /** Opens a tab and waits until it has all shops with their details. */
  openWhole(): Promise<Tab>;
  /** Opens a tab on the PC shop, as a visitor who comes back. */
  openAgain(): Promise<Tab>;
  /** Runs a step and returns the body of the next answer to a check of all shops, as text. */
  bodyAfter(step: () => Promise<unknown>): Promise<string>;
}

/** Gives access to a device's checks of all shops. Such a check is a call for one shop's changes that also asks for every other shop's. */
export function readChecks(device: Device): CheckedDevice {
  let receive: ((body: string) => void) | undefined;
  const fetchRead: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, searchParams } = new URL(String(input));
    const others = SHOP_KEYS.filter((shop) => searchParams.has(shop));
    const isCheck = pathname.endsWith('/changes') && others.length === SHOP_KEYS.length - 1;
    if (isCheck) receive?.(await response.clone().text());
    return response;
  };
  return {
    async openWhole() {
      const tab = device.openTab(fetchRead);
      for (const shop of [...SHOP_KEYS, 'pc'] as const) await tab.engine.openShop(shop);
      for (const shop of SHOP_KEYS)
        await tab.waitFor(
          shop,
          ({ catalogue, hasDetails, isPulling }) => catalogue === 'ready' && hasDetails && !isPulling,
          `${shop} to be complete`,
        );
      return tab;
    },
    async openAgain() {
      const tab = device.openTab(fetchRead);
      await tab.engine.openShop('pc');
      return tab;
    },
    async bodyAfter(step) {
      const { promise, resolve } = Promise.withResolvers<string>();
      receive = resolve;
      await step();
      return promise;
    },
  };
}
