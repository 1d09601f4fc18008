import { WaitingUnits } from '../../storage/waiting-units.ts';

/**
 * Units of one lane that may have a connection at the same time: one works while the next one waits for its locks in the database, so that the
 * lane is not idle for a round trip between two units.
 */
const UNITS_AT_ONCE = 2;

/** The queue of units without lanes, each of which excludes all others. */
const EVERYTHING = 'everything';

/** A unit waited for others for too long. Its code is that of a lock timeout in the database. */
export class LaneBusyError extends Error {
  readonly code = '55P03';
  constructor() {
    super('a unit waited too long for others of its lanes');
    this.name = 'LaneBusyError';
  }
}

/** Where units of a process wait for each other before they take a connection. */
export interface LaneQueue {
  /**
   * Resolves when the unit may begin, with the function that must be called when it has ended. Undefined lanes: the unit excludes all others.
   * @throws LaneBusyError after `maxWaitMs`
   */
  enter(lanes: readonly string[] | undefined, maxWaitMs: number): Promise<() => void>;
}

interface Entry {
  /** The number of its lanes in which too many units are ahead of it. */
  blocked: number;
  begin?: () => void;
}

/**
 * Creates a queue for each lane. The database alone decides which units exclude each other; without the queue, units that wait for one lane would
 * hold all connections of the process, and those of other lanes would wait as well. A unit joins all its queues at once: so no units wait for each
 * other in a circle.
 */
export function createLaneQueue(waitingUnits = new WaitingUnits()): LaneQueue {
  const queues = new Map<string, Entry[]>();

  const join = (lane: string, entry: Entry): void => {
    const queue = queues.get(lane);
    if (!queue) return void queues.set(lane, [entry]);
    if (queue.push(entry) > UNITS_AT_ONCE) entry.blocked += 1;
  };

  const leave = (lane: string, entry: Entry): void => {
    const queue = queues.get(lane) ?? [];
    const place = queue.indexOf(entry);
    queue.splice(place, 1);
    if (queue.length === 0) queues.delete(lane);
    const next = queue[UNITS_AT_ONCE - 1];
    if (place >= UNITS_AT_ONCE || !next) return;
    next.blocked -= 1;
    if (next.blocked === 0) next.begin?.();
  };

  return {
    async enter(lanes, maxWaitMs) {
      const names = new Set(lanes ?? [EVERYTHING]);
      const entry: Entry = { blocked: 0 };
      for (const name of names) join(name, entry);
      const end = (): void => {
        for (const name of names) leave(name, entry);
      };
      if (entry.blocked > 0) await waitForTurn(entry, maxWaitMs, end).finally(waitingUnits.enter());
      return end;
    },
  };
}

function waitForTurn(entry: Entry, maxWaitMs: number, giveUp: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      giveUp();
      reject(new LaneBusyError());
    }, maxWaitMs);
    entry.begin = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
