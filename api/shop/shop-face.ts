import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import type { OwnShopSettings, ShopSettingsChanges } from '#contract/http/shop-settings-changes.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { DEFAULT_NAME, lettersOf, shortenName } from '#contract/shop-settings/default-shop.ts';
import { paletteCss } from '#contract/shop-settings/palette.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import type { AuditActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import { changedMembers } from '../audit/changed-members.ts';
import { createOncePerKey } from '../idempotency/once-per-key.ts';
import type { Database, Queryable } from '../storage/database.ts';
import type { EventBus } from '../storage/events/event-bus.ts';
import { findMeta, storeMeta } from '../storage/meta.repository.ts';
import type { Write } from '../storage/write-unit.ts';
import { drawIcons } from './draw-icons.ts';
import type { IconFiles, IconSource } from './icon-files.ts';

const META_KEY = 'shop-settings';
const ICONS = '/icons/shop-';
/** A longer name is smaller on a phone, and may have two lines. */
const MAX_LARGE_NAME = 9;
const SMALL_NAME = ':root{--name-size:.75rem;--name-wrap:normal}';

/** A change as an administrator sends it. */
export interface FaceChange {
  readonly changes: ShopSettingsChanges;
  /** The call takes effect once per key. */
  readonly key: string | undefined;
  readonly actor: AuditActor;
}

/** The shop's name and look. An owner's settings take precedence over the operator's file, and that over the default. */
export interface ShopFace {
  /** The shop as its pages show it; the same object until it changes. */
  current(): ShopSettings;
  name(): string;
  /** A file of the current icons by its name. */
  icon(file: string): Uint8Array | undefined;
  /** Draws the icons; until then the shop has the default icons. */
  start(): Promise<void>;
  /** Stores changes, all or none. @throws ApiError bad-request when the logo cannot be drawn, or idempotency-conflict */
  change(change: FaceChange): Promise<void>;
  /** Calls back after each change, also after one that another node has made. */
  onChange(listener: () => void): void;
}

export interface ShopFaceOptions {
  readonly database: Database;
  readonly bus: Pick<EventBus, 'subscribe' | 'onGap'>;
  readonly write: Write;
  readonly log: Logger;
  /** The settings of the operator's file. */
  readonly fileSettings: OwnShopSettings;
  /** Time in ms. */
  readonly now: () => number;
}

interface DrawnIcons extends IconFiles {
  readonly version: string;
}

/** Reads what an owner has set. */
export const readOwnSettings = async (db: Queryable): Promise<OwnShopSettings> =>
  JSON.parse((await findMeta(db, META_KEY)) ?? '{}') as OwnShopSettings;

/** Opens the shop's face as it is stored. */
export async function openShopFace({
  database,
  bus,
  write,
  log,
  fileSettings,
  now,
}: ShopFaceOptions): Promise<ShopFace> {
  const oncePerKey = createOncePerKey(now);
  const listeners: (() => void)[] = [];

  let icons: DrawnIcons | undefined;
  let drawn: DrawnIcons | undefined;
  let settings = toShopSettings({ ...fileSettings, ...(await readOwnSettings(database.reader)) }, icons);
  let isStarted = false;

  /** Returns the icons for settings; undefined when the default icons are shown. */
  const drawFor = async ({ name, logo, accent }: OwnShopSettings): Promise<DrawnIcons | undefined> => {
    if (name === undefined && logo === undefined && accent === undefined) return undefined;
    const source: IconSource = { logo, accent };
    const version = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 12);
    if (drawn?.version !== version) drawn = { version, ...(await drawIcons(source)) };
    return drawn;
  };

  const showStored = async (): Promise<void> => {
    if (!isStarted) return;
    const next = { ...fileSettings, ...(await readOwnSettings(database.reader)) };
    try {
      icons = await drawFor(next);
    } catch (error) {
      icons = undefined;
      log.error({ err: error }, 'icons of the shop could not be drawn: those of the default are shown');
    }
    settings = toShopSettings(next, icons);
    for (const listener of listeners) listener();
  };
  let shown = Promise.resolve();
  /** Shows what is stored, one change after the other, so that icons that take long to draw never replace newer ones. */
  const update = (): Promise<void> => (shown = shown.then(showStored, showStored));

  bus.subscribe((event) => {
    if (event.type === 'shop-settings-changed')
      update().catch((error: unknown) => log.error({ err: error }, 'shop settings could not be read'));
  });
  bus.onGap(update);

  return {
    current: () => settings,
    name: () => settings.name ?? DEFAULT_NAME,
    icon: (file) => icons?.files[file],
    onChange: (listener) => void listeners.push(listener),

    async start() {
      isStarted = true;
      await update();
    },

    async change({ changes, key, actor }) {
      const wanted = { ...fileSettings, ...apply(await readOwnSettings(database.reader), changes) };
      await drawFor(wanted).catch((error: unknown) => {
        log.warn({ err: error }, 'logo could not be drawn');
        throw new ApiError('bad-request', undefined, {
          errors: [{ pointer: '/body/logo', message: FIELD_PROBLEMS.logoUnreadable }],
        });
      });
      await write(async (unit) => {
        const known = await readOwnSettings(unit.trx);
        const changed = apply(known, changes);
        await oncePerKey(unit, { key, request: changes }, async () => {
          const { before: old, after } = changedMembers(toAudit(known), toAudit(changed));
          if (Object.keys(old).length + Object.keys(after).length === 0) return [];
          await storeMeta(unit.trx, META_KEY, JSON.stringify(changed));
          await recordAudit(unit.trx, {
            at: now(),
            actor,
            action: 'change-shop-settings',
            subject: '',
            before: old,
            after,
          });
          unit.publish({ type: 'shop-settings-changed' });
          return [];
        });
      });
      // Before the answer, so that the next page that the caller loads shows the change.
      await update();
    },
  };
}

/** Applies changes to settings; null removes a setting. */
function apply(own: OwnShopSettings, changes: ShopSettingsChanges): OwnShopSettings {
  const changed = Object.entries({ ...own, ...changes }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(changed);
}

function toShopSettings(own: OwnShopSettings, icons: DrawnIcons | undefined): ShopSettings {
  const { logo, ...given } = own;
  const shortName = own.name === undefined ? undefined : shortenName(own.name);
  const letters = own.shortName ?? shortName;
  const derived = {
    ...(shortName !== undefined && { shortName }),
    ...(letters !== undefined && { letters: lettersOf(letters) }),
  };
  const isLong = (own.shortName ?? shortName ?? '').length > MAX_LARGE_NAME;
  const css = (own.accent === undefined ? '' : paletteCss(own.accent)) + (isLong ? SMALL_NAME : '');
  const names = (['shortName', 'letters'] as const).filter((name) => name in derived && !(name in given));
  return {
    ...derived,
    ...given,
    ...(names.length > 0 && { derived: names }),
    ...(logo !== undefined && { hasLogo: true }),
    ...(icons && { icons: `${ICONS}${icons.version}`, mark: icons.mark }),
    ...(css !== '' && { css }),
  };
}

/** Settings as the audit log shows them: a line for each text, and a hash that identifies the logo. */
function toAudit(own: OwnShopSettings): Readonly<Record<string, string>> {
  const lines = (name: string, value: unknown): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([part, inner]) => lines(`${name}.${part}`, inner))
      : [[name, String(value)]];
  const { logo, ...texts } = own;
  return Object.fromEntries([
    ...Object.entries(texts).flatMap(([name, value]) => lines(name, value)),
    ...(logo === undefined ? [] : [['logo', createHash('sha256').update(logo).digest('hex').slice(0, 12)]]),
  ]) as Readonly<Record<string, string>>;
}
