import type { InferResult, Selectable } from 'kysely';
import { toOffer } from '#contract/products/offer.ts';
import type { Offer } from '#contract/products/offer.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { findCards } from '../../catalog/reads/catalog.repository.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { WatchTable } from '../../storage/schema/users.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import type { ComposeMessage } from '../push-messages.ts';
import type { PushNotifier } from '../push-notifier.ts';
import { minutesLeft } from './quiet-hours.ts';
import { noteOffer, tellOffer } from './watch-rules.ts';
import type { WatchState } from './watch-rules.ts';
import { toWatchMessage } from './watch-message.ts';
import type { WatchNews } from './watch-message.ts';
import {
  claimDevice,
  findWatches,
  holdBack,
  listWatchesWithNews,
  selectWaitingDevices,
  setFailures,
  setNextMessageAt,
  updateWatch,
} from './watch.repository.ts';

const MINUTE_MS = 60_000;
/** Pause between two messages to one device: what changes meanwhile goes into the second. */
const MESSAGE_PAUSE_MS = MINUTE_MS;
/** Pauses before another attempt for a device whose push service did not take a message; the last one repeats. */
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

/** `isStopped`: whether the server stops; the remaining news waits for its next start. */
interface TellDevicesRun extends TellDevicesOptions {
  readonly isStopped: () => boolean;
}

/**
 * Sends one message to each device that has news and is not in quiet hours. The device is claimed first, for as long as the pause after a
 * message, so that no other process sends the same message. Its news is marked as told once the push service has the message. If the
 * process is killed in between, the news is sent again after the claim; a message about a single product then replaces the first one on the
 * device.
 */
export async function tellDevices({ database, write, notifyDevice, isStopped, now }: TellDevicesRun): Promise<void> {
  const atMs = now();
  const { devices, quiet } = divideByQuiet(await selectWaitingDevices(database.reader, atMs).execute(), atMs);
  for (const [untilMs, endpoints] of quiet) await write(({ trx }) => holdBack(trx, endpoints, untilMs));
  const tell = async (): Promise<void> => {
    for (let device = devices.pop(); device && !isStopped(); device = devices.pop()) {
      const { endpoint, sub } = device;
      const taken = await write((unit) => takeMessage(unit, endpoint, now()));
      if (!taken) continue;
      const isDone = (await notifyDevice(sub, endpoint, taken.compose)) === 'done';
      await write((unit) => (isDone ? noteTold(unit, device, taken.told, now()) : defer(unit, device, now())));
    }
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, tell));
}

type WaitingDevice = InferResult<ReturnType<typeof selectWaitingDevices>>[number];

/**
 * Divides devices into those that get a message now, and those in quiet hours: their endpoints, grouped by the time until which they wait.
 */
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
  readonly watch: WatchRow;
  readonly before: WatchState;
  readonly offer: Offer;
  readonly atMs: number;
}

type WatchRow = Selectable<WatchTable>;

const stateOf = ({ low_cents, was_available, back_told_at, is_cheaper, is_back }: WatchRow): WatchState => ({
  low_cents,
  was_available,
  back_told_at,
  is_cheaper,
  is_back,
});

/** Returns the current offers of watched products of a shop, by id; without those that were deleted, or replaced under their id. */
async function findOffers(db: Queryable, shop: ShopKey, watches: readonly Pick<WatchRow, 'product_id' | 'life'>[]) {
  const lives = new Map(watches.map(({ product_id, life }) => [product_id, life]));
  const cards = await findCards(db, shop, [...lives.keys()]);
  const present = cards.filter(({ id, life }) => life === lives.get(id));
  return new Map(present.map((card) => [card.id, { card, offer: toOffer(getShop(shop).offer, card) }]));
}

/**
 * Composes the message of a device from the current offers of its watched products and claims the device; undefined without news, or when
 * another process has claimed the device.
 */
async function takeMessage(
  { trx }: WriteUnit,
  endpoint: string,
  atMs: number,
): Promise<{ readonly compose: ComposeMessage; readonly told: readonly Told[] } | undefined> {
  const news: WatchNews[] = [];
  const told: Told[] = [];
  for (const [shop, watches] of Map.groupBy(await listWatchesWithNews(trx, endpoint), (watch) => watch.shop)) {
    const offers = await findOffers(trx, shop, watches);
    for (const watch of watches) {
      const found = offers.get(watch.product_id);
      if (!found) {
        // The product was deleted or replaced meanwhile.
        await updateWatch(trx, watch, { is_cheaper: 0, is_back: 0 });
        continue;
      }
      const { card, offer } = found;
      const before = noteOffer(stateOf(watch), offer, atMs);
      await updateWatch(trx, watch, before);
      const [isCheaper, isBack] = [before.is_cheaper === 1, before.is_back === 1];
      if (!isCheaper && !isBack) continue;
      told.push({ watch, before, offer, atMs });
      news.push({ shop, id: card.id, title: card.title, offer, savedCents: watch.saved_cents, isCheaper, isBack });
    }
  }
  const [first, ...others] = news;
  if (!first || !(await claimDevice(trx, endpoint, atMs, atMs + MESSAGE_PAUSE_MS))) return undefined;
  return { compose: (locale) => toWatchMessage([first, ...others], atMs, locale), told };
}

/** Marks news as told. Offers that changed while the message was being sent are compared with those in the message. */
async function noteTold(
  { trx }: WriteUnit,
  { endpoint, failures }: Pick<WaitingDevice, 'endpoint' | 'failures'>,
  told: readonly Told[],
  nowMs: number,
): Promise<void> {
  for (const [shop, ones] of Map.groupBy(told, ({ watch }) => watch.shop)) {
    const watches = ones.map(({ watch }) => watch);
    const offers = await findOffers(trx, shop, watches);
    const ids = watches.map(({ product_id }) => product_id);
    const rows = new Map((await findWatches(trx, endpoint, shop, ids)).map((row) => [row.product_id, row]));
    for (const { watch, before, offer, atMs } of ones) {
      const row = rows.get(watch.product_id);
      // The device has replaced the watch; the new one begins with what the product offers now.
      if (row?.life !== watch.life || row.saved_cents !== watch.saved_cents) continue;
      if (row.low_cents !== before.low_cents || row.back_told_at !== before.back_told_at) continue;
      const is_back = before.is_back === 1 ? 0 : row.is_back;
      const after = { ...tellOffer(before, offer, atMs), was_available: row.was_available, is_back };
      const current = offers.get(watch.product_id)?.offer;
      await updateWatch(trx, watch, current ? noteOffer(after, current, nowMs) : after);
    }
  }
  if (failures > 0) await setFailures(trx, endpoint, 0);
}

/** Defers a device whose push service did not take the message. Whether its news is still current is decided at the next attempt. */
async function defer(
  { trx }: WriteUnit,
  { endpoint, failures }: Pick<WaitingDevice, 'endpoint' | 'failures'>,
  atMs: number,
): Promise<void> {
  const pause = RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length - 1)] ?? 0;
  await setNextMessageAt(trx, endpoint, atMs + pause);
  await setFailures(trx, endpoint, failures + 1);
}
