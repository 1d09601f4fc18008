import { MAX_BUILD_PARTS, MAX_PART_QUANTITY } from '#contract/limits.ts';
import { BUILDS_PATH } from '#contract/screens/screens.ts';
import { isShopKey } from '#contract/shops.ts';
import { parseProductId } from '#contract/products/parse-product-id.ts';
import { cleanBuildName, joinParts } from './parse-builds.ts';
import type { Build, BuildPart } from './parse-builds.ts';
import { BUILD_SHOP, isPartShop } from './part-shops.ts';

/** The build list that a URL opens. */
export type BuildRequest =
  | { readonly kind: 'all' }
  | { readonly kind: 'own'; readonly id: number }
  | { readonly kind: 'shared'; readonly shared: SharedBuild };

/** A build list in a link. */
export interface SharedBuild extends Omit<Build, 'id'> {
  /** Number of distinct parts beyond the limit, which are left out. */
  readonly leftOut: number;
  /** Number of entries of the link that cannot be read as parts. */
  readonly unreadable: number;
}

/** Returns the URL of one of this device's builds. */
export const buildUrl = (id: number): string => `${BUILDS_PATH}?build=${id}`;

/**
 * Returns the URL that shares a build. Each part is `<id>` or `<id>x<quantity>`; a part of another shop than `BUILD_SHOP` begins with that
 * shop's key and a hyphen.
 */
export function sharedBuildUrl({ name, isFree, parts }: Omit<Build, 'id'>): string {
  const parameters = new URLSearchParams({ parts: parts.map(formatPart).join('.') });
  if (name !== '') parameters.set('name', name);
  if (isFree) parameters.set('free', '1');
  return `${BUILDS_PATH}?${parameters.toString()}`;
}

const formatPart = ({ shop, id, quantity }: BuildPart): string =>
  `${shop === BUILD_SHOP.key ? '' : `${shop}-`}${id}${quantity === 1 ? '' : `x${quantity}`}`;

/** Reads the query of a URL of build lists. */
export function readBuildQuery(search: string): BuildRequest {
  const parameters = new URLSearchParams(search);
  const parts = parameters.get('parts');
  const id = parseProductId(parameters.get('build') ?? '');
  if (parts !== null) return { kind: 'shared', shared: readShared(parts, parameters) };
  return id === null ? { kind: 'all' } : { kind: 'own', id };
}

function readShared(text: string, parameters: URLSearchParams): SharedBuild {
  const entries = text.split('.').filter((entry) => entry.trim() !== '');
  const read = entries.map(readPart);
  const parts = joinParts(read.filter((part) => part !== undefined));
  return {
    name: cleanBuildName(parameters.get('name') ?? ''),
    isFree: parameters.get('free') === '1',
    parts: parts.slice(0, MAX_BUILD_PARTS),
    leftOut: Math.max(0, parts.length - MAX_BUILD_PARTS),
    unreadable: read.filter((part) => part === undefined).length,
  };
}

function readPart(entry: string): BuildPart | undefined {
  const [, shop = BUILD_SHOP.key, idText = '', quantityText = '1'] =
    /^(?:([a-z]+)-)?(\d+)(?:x([1-9]\d?))?$/.exec(entry.trim()) ?? [];
  const id = parseProductId(idText);
  const quantity = Number(quantityText);
  if (!isShopKey(shop) || !isPartShop(shop) || id === null || quantity > MAX_PART_QUANTITY) return undefined;
  return { shop, id, quantity, slot: '', title: '' };
}
