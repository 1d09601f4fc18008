import {
  MAX_BUILD_NAME_LENGTH,
  MAX_BUILD_PARTS,
  MAX_BUILDS,
  MAX_PART_QUANTITY,
  MAX_PRODUCT_ID,
} from '#contract/limits.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { isObject, isWhole, parseVersioned } from '#pwa/platform/storage/parse-versioned.ts';
import type { ParsedText } from '#pwa/platform/storage/stored-value.ts';

/** Incremented when the stored format changes. */
const VERSION = 1;

/** A product on a build list. */
export interface BuildPart {
  readonly shop: ShopKey;
  readonly id: number;
  readonly quantity: number;
  /**
   * `slot` and `title` are those of the time when the part was added, shown while the device lacks the product. A used part is always in
   * this slot. Both are empty for a part from a link.
   */
  readonly slot: string;
  readonly title: string;
}

/** A build list of this device. */
export interface Build {
  readonly id: number;
  readonly name: string;
  /** Whether a slot may hold several parts. */
  readonly isFree: boolean;
  /** Each product once. */
  readonly parts: readonly BuildPart[];
}

/** The builds of a stored text, and how many builds and parts could not be read. */
export interface ParsedBuilds extends ParsedText<readonly Build[]> {
  readonly lostBuilds: number;
  readonly lostParts: number;
}

const NO_BUILDS: ParsedBuilds = { value: [], lostBuilds: 0, lostParts: 0 };

/** Formats builds as the text that is stored; empty when there are none. */
export const formatBuilds = (builds: readonly Build[]): string =>
  builds.length === 0 ? '' : JSON.stringify({ version: VERSION, builds });

/** Parses stored builds. Damaged builds and parts are counted and left out; the others stay. */
export function parseBuilds(text: string | null): ParsedBuilds {
  const { fields, ...state } = parseVersioned(text, VERSION);
  if (!fields) return { ...NO_BUILDS, ...state };
  const { builds: given } = fields;
  if (!Array.isArray(given)) return { ...NO_BUILDS, isDamaged: true };
  const builds: Build[] = [];
  let lostParts = 0;
  for (const each of given as unknown[]) {
    const read = readBuild(each);
    if (!read || builds.length >= MAX_BUILDS || builds.some(({ id }) => id === read.build.id)) continue;
    builds.push(read.build);
    lostParts += read.lostParts;
  }
  const lostBuilds = given.length - builds.length;
  return { value: builds, lostBuilds, lostParts, isDamaged: lostBuilds + lostParts > 0 };
}

function readBuild(value: unknown): { readonly build: Build; readonly lostParts: number } | undefined {
  if (!isObject(value) || !isWhole(value['id'], 1, MAX_PRODUCT_ID) || !Array.isArray(value['parts'])) return undefined;
  const given: unknown[] = value['parts'];
  const parts = joinParts(given.filter(isPart)).slice(0, MAX_BUILD_PARTS);
  const build = {
    id: value['id'],
    name: cleanBuildName(typeof value['name'] === 'string' ? value['name'] : ''),
    isFree: value['isFree'] === true,
    parts,
  };
  return { build, lostParts: given.length - parts.length };
}

/** Returns parts with each product once: at its first position, with its quantities added up. */
export function joinParts(parts: readonly BuildPart[]): BuildPart[] {
  const joined = new Map<string, BuildPart>();
  for (const part of parts) {
    const key = `${part.shop}-${part.id}`;
    const quantity = (joined.get(key)?.quantity ?? 0) + part.quantity;
    joined.set(key, { ...part, quantity: Math.min(quantity, MAX_PART_QUANTITY) });
  }
  return [...joined.values()];
}

/** Returns a name as it is stored: one line of limited length. It may be empty. */
export const cleanBuildName = (name: string): string =>
  [...name.toWellFormed().replaceAll(/\s+/g, ' ').trim()].slice(0, MAX_BUILD_NAME_LENGTH).join('').trim();

const isPart = (value: unknown): value is BuildPart =>
  isObject(value) &&
  isShopKey(value['shop']) &&
  isWhole(value['id'], 1, MAX_PRODUCT_ID) &&
  isWhole(value['quantity'], 1, MAX_PART_QUANTITY) &&
  typeof value['slot'] === 'string' &&
  typeof value['title'] === 'string';
