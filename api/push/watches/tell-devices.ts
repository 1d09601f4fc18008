import { toOffer } from '#contract/offer.ts';
import { getShop } from '#contract/shops.ts';
import { findCards } from '../../catalog/reads/catalog.repository.ts';
import type { Database } from '../../storage/database.ts';
import type { WatchTable } from '../../storage/schema/users.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import type { ComposeMessage, PushNotifier } from '../push-notifier.ts';
import { minutesLeft } from './quiet-hours.ts';
import { noteOffer, tellOffer } from './watch-rules.ts';
import type { WatchState } from './watch-rules.ts';
import { toWatchMessage } from './watch-message.ts';
import type { WatchNews } from './watch-message.ts';
import {
  holdBack,
  listWaitingDevices,
  listWatchesWithNews,
  restoreNews,
  setFailures,
  setNextMessageAt,
  updateWatch,
} from './watch.repository.ts';

const MINUTE_MS = 60_000;
/** Pause between two messages to one device: what changes meanwhile goes into the second. */
const MESSAGE_PAUSE_MS = MINUTE_MS;
/** Pauses before what a push service did not take is tried again; the last one repeats. */
const RETRY_PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, 60 * MINUTE_MS, 240 * MINUTE_MS] as const;
/** Clocks change twice a year, so the end of quiet hours is computed again after this time. */
const MAX_QUIET_MINUTES = 60;
/** Messages in flight at once. */
const MAX_IN_FLIGHT = 20;

export interface TellDevicesOptions {
  readonly database: Database;
  readonly write: Write;
  readonly notifyDevice: PushNotifier['notifyDevice'];
  /** Time in ms. */
  readonly now: () => number;
}

/** `isStopped`: the server stops, and what no device was told yet waits for its next start. */
interface TellDevicesRun extends TellDevicesOptions {
  readonly isStopped: () => boolean;
}

/**
 * Sends one message to each device that has news and no quiet hours. The news is marked as told before, so that it never comes twice, and is
 * news again when the push service did not take the message.
 */
export async function tellDevices({ database, write, notifyDevice, isStopped, now }: TellDevicesRun): Promise<void> {
  const atMs = now();
  const { devices, quiet } = divideByQuiet(await listWaitingDevices(database.reader, atMs), atMs);
  for (const [untilMs, endpoints] of quiet) await write(({ trx }) => holdBack(trx, endpoints, untilMs));
  const tell = async (): Promise<void> => {
    for (let device = devices.pop(); device && !isStopped(); device = devices.pop()) {
      const { endpoint, sub } = device;
      const taken = await write((unit) => takeMessage(unit, endpoint, atMs));
      if (!taken) continue;
      const isDone = (await notifyDevice(sub, endpoint, taken.compose)) === 'done';
      if (!isDone) await write((unit) => giveBack(unit, device, taken.told, now()));
      else if (device.failures > 0) await write(({ trx }) => setFailures(trx, endpoint, 0));
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, tell));
}

type WaitingDevice = Awaited<ReturnType<typeof listWaitingDevices>>[number];

/** Divides devices into those to be told now and, by the time until which they wait, the endpoints of those in quiet hours. */
function divideByQuiet(waiting: readonly WaitingDevice[], atMs: number) {
  const devices: WaitingDevice[] = [];
  const quiet = new Map<number, string[]>();
  for (const device of waiting) {
    const { endpoint, time_zone: timeZone, quiet_from: from, quiet_until: until } = device;
    const minutes = from === null || until === null ? 0 : minutesLeft({ timeZone, from, until }, atMs);
    if (minutes === 0) {
      devices.push(device);
      continue;
    }
    const untilMs = atMs - (atMs % MINUTE_MS) + Math.min(minutes, MAX_QUIET_MINUTES) * MINUTE_MS;
    const others = quiet.get(untilMs);
    if (others) others.push(endpoint);
    else quiet.set(untilMs, [endpoint]);
  }
  return { devices, quiet };
}

/** A watch whose news is in a message. */
interface Told {
  readonly watch: Pick<WatchTable, 'endpoint' | 'shop' | 'product_id'>;
  readonly before: WatchState;
  readonly after: WatchState;
}

/** Composes the message of a device from what its products offer now and marks the news as told; undefined when none is left. */
async function takeMessage(
  { trx }: WriteUnit,
  endpoint: string,
  atMs: number,
): Promise<{ readonly compose: ComposeMessage; readonly told: readonly Told[] } | undefined> {
  const news: WatchNews[] = [];
  const told: Told[] = [];
  for (const [shop, watches] of Map.groupBy(await listWatchesWithNews(trx, endpoint), (watch) => watch.shop)) {
    const cards = await findCards(
      trx,
      shop,
      watches.map(({ product_id }) => product_id),
    );
    const cardById = new Map(cards.map((card) => [card.id, card]));
    for (const watch of watches) {
      const card = cardById.get(watch.product_id);
      if (card?.life !== watch.life) {
        // The product was deleted meanwhile.
        await updateWatch(trx, watch, { is_cheaper: 0, is_back: 0 });
        continue;
      }
      const offer = toOffer(getShop(shop).offer, card);
      const { low_cents, was_available, back_told_at, is_cheaper, is_back } = watch;
      const current = noteOffer({ low_cents, was_available, back_told_at, is_cheaper, is_back }, offer, atMs);
      const after = tellOffer(current, offer, atMs);
      await updateWatch(trx, watch, after);
      const [isCheaper, isBack] = [current.is_cheaper === 1, current.is_back === 1];
      if (!isCheaper && !isBack) continue;
      told.push({ watch, before: current, after });
      news.push({ shop, id: card.id, title: card.title, offer, savedCents: watch.saved_cents, isCheaper, isBack });
    }
  }
  const [first, ...others] = news;
  if (!first) return undefined;
  await setNextMessageAt(trx, endpoint, atMs + MESSAGE_PAUSE_MS);
  return { compose: (locale) => toWatchMessage([first, ...others], atMs, locale), told };
}

/** Makes what a message told news again. Whether it still is one is decided when the next message is composed. */
async function giveBack(
  { trx }: WriteUnit,
  { endpoint, failures }: Pick<WaitingDevice, 'endpoint' | 'failures'>,
  told: readonly Told[],
  atMs: number,
): Promise<void> {
  for (const { watch, before, after } of told) {
    const { low_cents, back_told_at, is_cheaper, is_back } = before;
    await restoreNews(trx, watch, { low_cents, back_told_at, is_cheaper, is_back }, after);
  }
  const pause = RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length - 1)] ?? 0;
  await setNextMessageAt(trx, endpoint, atMs + pause);
  await setFailures(trx, endpoint, failures + 1);
}
