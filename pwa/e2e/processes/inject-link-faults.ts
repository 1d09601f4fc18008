import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkLink } from '../support/links/network-link.ts';

/** Longest duration of a fault, and of the pause after it. */
const MAX_TROUBLE_MS = 700;
const MAX_QUIET_MS = 500;

/** Faults of a link; each returns the function that ends it. Silent connections are cut when the link recovers, as by a restarted router. */
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
    line.dropAll();
    return () => (line.cutAtByte = undefined);
  },
  (line) => {
    line.silenceAll();
    return () => line.dropAll();
  },
  (line) => {
    line.isSilent = true;
    line.resetAll();
    return () => {
      line.isSilent = false;
      line.dropAll();
    };
  },
  (line) => {
    line.isUp = false;
    line.dropAll();
    return () => (line.isUp = true);
  },
  (line) => {
    line.resetAll();
    return () => undefined;
  },
];

/** Injects random faults into a link until told to stop; leaves the link healthy. */
export async function injectLinkFaults(line: NetworkLink, random: () => number, until: () => boolean): Promise<void> {
  while (!until()) {
    const end = TROUBLES[Math.floor(random() * TROUBLES.length)]?.(line, random);
    await sleep(random() * MAX_TROUBLE_MS);
    end?.();
    await sleep(random() * MAX_QUIET_MS);
  }
}
