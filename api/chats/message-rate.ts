import type { Buckets, Reservation } from '../limits/buckets.ts';

/** Messages that a unit may add. */
export interface MessageAllowance {
  /** Begins anew: a unit may run again, and what its earlier run has added is undone. */
  begin(): void;
  /** Takes one message; returns the seconds to wait when none is left. */
  take(): number | undefined;
}

/** The limit of messages of each user. */
export interface MessageRate {
  /** Runs work that adds up to `count` messages of a user. Unused messages are given back; until then the user's other devices lack them. */
  allow<T>(sub: string, count: number, work: (allowance: MessageAllowance) => Promise<T>): Promise<T>;
}

/** For work without a limit: the demo's chats, and pushes of visitors, who cannot send messages. */
export const UNLIMITED_MESSAGES: MessageAllowance = { begin: () => undefined, take: () => undefined };

const NOTHING: Reservation = { tokens: 0, retryAfterSeconds: 0 };

/** Reserves messages before the unit that adds them: a unit must wait for nothing but the database. */
export const createMessageRate = (buckets: Buckets): MessageRate => ({
  async allow(sub, count, work) {
    const reservation = count > 0 ? buckets.reserve(sub, count) : NOTHING;
    const { tokens, retryAfterSeconds } = reservation instanceof Promise ? await reservation : reservation;
    let left = tokens;
    try {
      return await work({
        begin: () => void (left = tokens),
        take() {
          // A message beyond the reservation is deferred: when it is sent again, one is reserved for it.
          if (left === 0) return Math.max(1, retryAfterSeconds);
          left -= 1;
          return undefined;
        },
      });
    } finally {
      if (left > 0) buckets.giveBack(sub, left);
    }
  },
});
