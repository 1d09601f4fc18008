import type { ShopKey } from '#contract/shops.ts';

/**
 * The name of something that a write unit decides about. Units with a common lane run one after the other, all other units at the same
 * time. Where the database is within the process, all units run one after the other, and lanes are ignored.
 */
export type Lane = `${'user' | 'order' | 'chat' | 'product' | 'views'}:${string}`;

/** Lanes of a unit; a function is called only where lanes are not ignored. Undefined: the unit excludes all others. */
export type Lanes = readonly Lane[] | (() => Promise<readonly Lane[] | undefined>);

/**
 * Lets a unit run at the same time as any other, except one that excludes all others. For a unit that writes only new rows of its own, or
 * decides by the condition of a single statement.
 */
export const NO_LANES: readonly Lane[] = [];

/** The cart, the outboxes with their results, and the number of orders and chats of a user. */
export const userLane = (sub: string): Lane => `user:${sub}`;
/** An order that exists, with its stock moves. `id` is the order's own id, not the payment provider's. */
export const orderLane = (id: string): Lane => `order:${id}`;
/** A chat with its messages and members. */
export const chatLane = (id: string): Lane => `chat:${id}`;
/** Stock of a product in all conditions and lives, and its stamp. */
export const productLane = (shop: ShopKey, id: number): Lane => `product:${shop}:${id}`;
/** View counts of a shop's products and their numbers. */
export const viewsLane = (shop: ShopKey): Lane => `views:${shop}`;
