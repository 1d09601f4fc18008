import { EMPTY_BROWSE_STATE, isFiltered } from '#contract/products/browse.ts';
import type { FirstScreen, FirstScreenPlan, FirstScreenRenderer } from '#contract/screens/first-screen.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { DEFAULT_NAME } from '#contract/shop-settings/default-shop.ts';
import type { Product } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopDefinition } from '#contract/shops.ts';
import { escapeText, htmlToText, shorten, toScriptJson } from './html-text.ts';
import { describeList, describeProduct, describeSite, describeTrail, toGraph } from './structured-data.ts';
import type { Thing } from './structured-data.ts';

/** The image of a page in link previews. */
export interface SharedImage {
  /** Path below the origin, with its version. */
  readonly path: string;
  /** Missing when the image cannot be read now. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** What a head is built from. */
export interface HeadFacts {
  readonly screen: FirstScreen;
  /** The open product, whole. */
  readonly product: Product | undefined;
  readonly isMissing: boolean;
  /** Public origin, without a trailing slash. */
  readonly origin: string;
  /** The shop's name and look. */
  readonly settings: ShopSettings;
  readonly sharedImage: SharedImage;
  /** Paths of the product's images. */
  readonly imagePaths: readonly string[];
  readonly renderer: Pick<FirstScreenRenderer, 'addressOf' | 'nameOf' | 'titleOf' | 'countOf'>;
}

const MAX_DESCRIPTION_LENGTH = 200;
/** For the description in structured data. */
const MAX_LONG_DESCRIPTION_LENGTH = 2_000;
/** Shortest side of an image for a large preview card; the site's icon is smaller. */
const LARGE_IMAGE_PX = 600;
const SEARCH_PLACEHOLDER = 'SEARCHTERM';

/** Builds the head of a page as HTML: title, description, canonical address, preview cards and structured data. */
export function buildHead(facts: HeadFacts): string {
  const { screen, product, origin, settings, sharedImage, renderer } = facts;
  const title = renderer.titleOf(screen);
  const description = product ? describeShortly(product) : describeScreen(screen, renderer.countOf);
  const url = origin + renderer.addressOf(canonicalPlan(screen));
  const { path, size } = sharedImage;
  const hasLargeImage = product && size && Math.min(size.width, size.height) >= LARGE_IMAGE_PX;
  const isUnlisted = isUnlistedPage(facts);
  const tags = [
    `<title>${escapeText(title)}</title>`,
    meta('name', 'description', description),
    // A page that is not indexed has no canonical page either.
    isUnlisted ? meta('name', 'robots', 'noindex') : `<link rel="canonical" href="${escapeText(url)}">`,
    meta('property', 'og:type', product ? 'product' : 'website'),
    meta('property', 'og:site_name', settings.name ?? DEFAULT_NAME),
    meta('property', 'og:title', product?.title ?? title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', origin + path),
    ...(size
      ? [
          meta('property', 'og:image:width', String(size.width)),
          meta('property', 'og:image:height', String(size.height)),
        ]
      : []),
    ...(product ? [meta('property', 'og:image:alt', product.title)] : []),
    meta('name', 'twitter:card', hasLargeImage ? 'summary_large_image' : 'summary'),
  ];
  const things = isUnlisted ? [] : describeThings(facts);
  if (things.length > 0) tags.push(`<script type="application/ld+json">${toScriptJson(toGraph(things))}</script>`);
  return tags.join('\n');
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeText(content)}">`;

/** Whether search engines should skip a page: searches and filtered lists are endless, empty lists useless. An open product is always listed. */
function isUnlistedPage({ screen, product, isMissing }: HeadFacts): boolean {
  if (product) return false;
  const { state, overview, page } = screen;
  return isMissing || state.search !== '' || isFiltered(state) || (page ?? overview)?.total === 0 || isPastEnd(screen);
}

const isPastEnd = ({ page, state }: FirstScreen): boolean => page?.cards.length === 0 && state.page > 1;

/** Returns the canonical screen: a product without the list below it, a list without its sort. */
function canonicalPlan({ shop, state, product }: FirstScreen): FirstScreenPlan {
  if (product) return { shop, state: EMPTY_BROWSE_STATE, productId: product.id };
  return { shop, state: { ...state, sort: null }, productId: null };
}

/** Returns the text of a description, without the title that it often begins with. */
function textOf({ title, description }: Product, maxLength: number): string {
  const text = htmlToText(description, maxLength + title.length);
  return shorten(text.startsWith(title) ? text.slice(title.length).replace(/^[\s·:.-]+/, '') : text, maxLength);
}

const describeShortly = (product: Product): string =>
  textOf(product, MAX_DESCRIPTION_LENGTH) || `${product.title}: ${product.main_category}, ${product.category}`;

/** Describes a list by its content. */
function describeScreen({ overview, page, state }: FirstScreen, countOf: (total: number) => string): string {
  const names = overview?.rows.map(({ mainCategory }) => mainCategory) ?? page?.cards.map(({ title }) => title) ?? [];
  const count = countOf((overview ?? page)?.total ?? 0);
  const name = state.category ?? state.mainCategory;
  const heading = name === null ? count : `${name}, ${count}`;
  return shorten(names.length > 0 ? `${heading}: ${names.join(', ')}` : heading, MAX_DESCRIPTION_LENGTH);
}

function describeThings({ screen, product, origin, settings, imagePaths, renderer }: HeadFacts): Thing[] {
  const shop: ShopDefinition = getShop(screen.shop);
  const addressOf = (plan: Partial<FirstScreenPlan>): string =>
    origin + renderer.addressOf({ shop: screen.shop, state: EMPTY_BROWSE_STATE, productId: null, ...plan });
  const trailTo = (mainCategory: string | null, category: string | null) => [
    { name: renderer.nameOf({ shop: screen.shop, state: EMPTY_BROWSE_STATE, productId: null }), url: addressOf({}) },
    ...(mainCategory === null
      ? []
      : [{ name: mainCategory, url: addressOf({ state: { ...EMPTY_BROWSE_STATE, mainCategory } }) }]),
    ...(mainCategory === null || category === null
      ? []
      : [{ name: category, url: addressOf({ state: { ...EMPTY_BROWSE_STATE, mainCategory, category } }) }]),
  ];
  if (product) {
    const url = addressOf({ productId: product.id });
    const description = textOf(product, MAX_LONG_DESCRIPTION_LENGTH);
    const images = imagePaths.map((path) => origin + path);
    const trail = [...trailTo(product.main_category, product.category), { name: product.title, url }];
    return [describeProduct(product, { offer: shop.offer, url, images, description }), describeTrail(trail)];
  }
  const { state, page } = screen;
  if (page) {
    const urls = page.cards.map((card) => addressOf({ productId: card.id }));
    const list = describeList(urls, page.total, (state.page - 1) * PAGE_SIZE + 1);
    return [describeTrail(trailTo(state.mainCategory, state.category)), list];
  }
  if (shop.path !== '/') return [];
  const searchUrl = addressOf({ state: { ...EMPTY_BROWSE_STATE, search: SEARCH_PLACEHOLDER } });
  const name = settings.name ?? DEFAULT_NAME;
  return [describeSite(name, `${origin}/`, searchUrl.replace(SEARCH_PLACEHOLDER, '{search_term_string}'))];
}
