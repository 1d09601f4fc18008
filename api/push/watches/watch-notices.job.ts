import type { Logger } from 'pino';
import type { Job } from '../../jobs/job.ts';
import type { EventBus } from '../../storage/events/event-bus.ts';
import { compareChanges } from './compare-changes.ts';
import { tellDevices } from './tell-devices.ts';
import type { TellDevicesOptions } from './tell-devices.ts';

/** Time in which changes that almost coincide, such as those of an import, are gathered into one message. */
const GATHER_MS = 250;
/** At most this long after the end of quiet hours or a pause, a waiting message is sent. */
const EVERY_MS = 30_000;

export interface WatchNoticesOptions extends TellDevicesOptions {
  readonly bus: Pick<EventBus, 'subscribe'>;
  readonly log: Logger;
}

/** Notifies devices of changes to the products that they watch: soon after each change, and by a job if a message had to wait. */
export interface WatchNotices {
  readonly job: Job;
  /** Waits for a run in flight and starts no other. */
  stop(): Promise<void>;
}

export function createWatchNotices(options: WatchNoticesOptions): WatchNotices {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let last = Promise.resolve();

  const runOnce = async (): Promise<void> => {
    if (isStopped) return;
    await compareChanges(options);
    await tellDevices({ ...options, isStopped: () => isStopped });
  };
  /** Runs after the run in flight has ended; otherwise both would read the same cursor. */
  const run = (): Promise<void> => {
    const next = last.then(runOnce);
    last = next.catch(() => undefined);
    return next;
  };
  const stopListening = options.bus.subscribe((event) => {
    if (event.type !== 'products-changed' || isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      run().catch((error: unknown) => options.log.error({ err: error }, 'telling of watched products failed'));
    }, GATHER_MS).unref();
  });

  return {
    job: { name: 'watch-notices', everyMs: EVERY_MS, runsAtStart: true, run },
    async stop() {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
      await last;
    },
  };
}
