import type { ShopKey } from '#contract/shops.ts';
import type { BusEvent } from '../../storage/events/event-bus.ts';
import type { Committed, PublishCommit } from '../../storage/write-unit.ts';

/** Pause between publications of changed shops: shorter than an order takes, and long enough for several orders of a busy node. */
const PAUSE_MS = 5;

/** Commits that are published next. */
interface Group {
  readonly shops: Set<ShopKey>;
  readonly events: BusEvent[];
  readonly published: Promise<void>;
}

/**
 * Publishes commits that change shops, at most once in `PAUSE_MS`. Commits within a pause wait for its end and are published together: each
 * publication reads the versions of shops, which is a round trip. The first one after a pause and commits that change no shop do not wait.
 */
export function publishTogether(publish: PublishCommit): PublishCommit {
  let freeAtMs = 0;
  let group: Group | undefined;

  const publishNow = (committed: Committed): ReturnType<PublishCommit> => {
    freeAtMs = performance.now() + PAUSE_MS;
    return publish(committed);
  };

  const openGroup = ({ shops, events }: Committed, waitMs: number): Group => {
    const all = { shops: new Set(shops), events: [...events] };
    const published = new Promise((resolve) => setTimeout(resolve, waitMs)).then(() => {
      group = undefined;
      return publishNow({ shops: [...all.shops], events: all.events });
    });
    return { ...all, published };
  };

  return (committed) => {
    if (committed.shops.length === 0) return publish(committed);
    if (group) {
      for (const shop of committed.shops) group.shops.add(shop);
      group.events.push(...committed.events);
      return group.published;
    }
    const waitMs = freeAtMs - performance.now();
    if (waitMs <= 0) return publishNow(committed);
    group = openGroup(committed, waitMs);
    return group.published;
  };
}
