import type { Selectable } from 'kysely';
import type { Offer } from '#contract/products/offer.ts';
import type { WatchTable } from '../../storage/schema/users.ts';

/** Pause between two messages that the same product is back, so that stock that comes and goes leads to a single message. */
const BACK_PAUSE_MS = 12 * 3_600_000;

/** The part of a watch that changes with its product's offers and with the messages about them. */
export type WatchState = Pick<
  Selectable<WatchTable>,
  'low_cents' | 'was_available' | 'back_told_at' | 'is_cheaper' | 'is_back'
>;

/** Begins a watch. The current offer is no news, because the device already shows it. `offer`: undefined if the product does not exist. */
export function beginWatch(saved: number, offer: Offer | undefined): Pick<WatchState, 'low_cents' | 'was_available'> {
  const prices = [saved, ...(offer?.isAvailable ? [offer.price] : [])].filter((price) => price > 0);
  return {
    low_cents: prices.length > 0 ? Math.min(...prices) : 0,
    was_available: !offer || offer.isAvailable ? 1 : 0,
  };
}

/** Notes a change of the product; whether there is news is decided when the message is sent, because the offer may change again until then. */
export function noteOffer(state: WatchState, offer: Offer, atMs: number): WatchState {
  const { isAvailable, price } = offer;
  const hasReturned = isAvailable && state.was_available === 0 && atMs - state.back_told_at >= BACK_PAUSE_MS;
  return {
    ...state,
    // If a product had no price when it was saved, later prices are compared with its first one.
    low_cents: state.low_cents === 0 && isAvailable ? price : state.low_cents,
    was_available: isAvailable ? 1 : 0,
    is_cheaper: isAvailable && price > 0 && price < state.low_cents ? 1 : 0,
    is_back: isAvailable && (hasReturned || state.is_back === 1) ? 1 : 0,
  };
}

/** Returns the state after a message about this offer: the next message needs an even lower price, or another return after the pause. */
export const tellOffer = (state: WatchState, offer: Offer, atMs: number): WatchState => ({
  ...state,
  low_cents: state.is_cheaper === 1 ? Math.min(state.low_cents, offer.price) : state.low_cents,
  back_told_at: state.is_back === 1 ? atMs : state.back_told_at,
  is_cheaper: 0,
  is_back: 0,
});
