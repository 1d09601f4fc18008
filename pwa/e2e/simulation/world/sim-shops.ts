import { CATALOG_IDS, LINKED_IDS } from './world-template.ts';

/** Products that are deleted and added again; carts and orders never use them. */
export const PASSING_IDS = [7, 8, 9] as const;

/** Products that each shop of a world may have: one sells from stock, the other one links to sellers. */
export const SHOP_IDS = {
  ayz: [...CATALOG_IDS, ...PASSING_IDS],
  pc: [...LINKED_IDS, ...PASSING_IDS],
} as const satisfies Record<string, readonly number[]>;

export type SimShop = keyof typeof SHOP_IDS;
export const SIM_SHOPS = Object.keys(SHOP_IDS) as SimShop[];

/** Returns the shop of a step; `ayz` when the plan names none. */
export const shopOf = (shop: unknown = 'ayz'): SimShop => shop as SimShop;
