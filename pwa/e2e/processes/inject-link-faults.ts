import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkLink } from '../support/network-link.ts';

/** How long a trouble lasts at most, and the quiet behind it. */
const MAX_TROUBLE_MS = 700;
const MAX_QUIET_MS = 500;

/** What may happen to a line; each gives what ends it. Whoever hangs on a silent connection is cut off when the line is well again, as by a router that starts. */
const TROUBLES: readonly ((line: NetworkLink, random: () => number) => () => void)[] = [
  (line, random) => {
    line.latencyMs = random() * 150;
    return () => (line.latencyMs = 0);
  },
  (line, random) => {
    line.bytesPerSecond = 5_000 + random() * 50_000;
    return () => (line.bytesPerSecond = Number.POSITIVE_INFINITY);
  },
  (line, random) => {
    line.cutAtByte = Math.floor(random() * 2_000);
    line.cut();
    return () => (line.cutAtByte = undefined);
  },
  (line) => {
    line.silence();
    return () => line.cut();
  },
  (line) => {
    line.swallows = true;
    line.reset();
    return () => {
      line.swallows = false;
      line.cut();
    };
  },
  (line) => {
    line.isUp = false;
    line.cut();
    return () => (line.isUp = true);
  },
  (line) => {
    line.reset();
    return () => undefined;
  },
];

/** Makes trouble on a line until it is told to stop, as a row of chances says; leaves the line well. */
export async function injectLinkFaults(line: NetworkLink, random: () => number, until: () => boolean): Promise<void> {
  while (!until()) {
    const end = TROUBLES[Math.floor(random() * TROUBLES.length)]?.(line, random);
    await sleep(random() * MAX_TROUBLE_MS);
    end?.();
    await sleep(random() * MAX_QUIET_MS);
  }
}
