import { EMPTY_BROWSE_STATE, isFiltered } from '#contract/browse.ts';
import type { FirstScreen, FirstScreenPlan, FirstScreenRenderer } from '#contract/first-screen.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Product } from '#contract/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopDefinition } from '#contract/shops.ts';
import { escapeText, htmlToText, shorten, toScriptJson } from './html-text.ts';
import { describeList, describeProduct, describeSite, describeTrail, toGraph } from './structured-data.ts';
import type { Thing } from './structured-data.ts';

/** A picture that stands for the page where it is shared. */
export interface SharedImage {
  /** Path below the origin, with its version. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** What a head is made of. */
export interface HeadFacts {
  readonly screen: FirstScreen;
  /** The open product, whole. */
  readonly product: Product | undefined;
  readonly isMissing: boolean;
  /** Under which visitors come, without a slash at its end. */
  readonly origin: string;
  readonly brand: string;
  readonly sharedImage: SharedImage;
  /** Paths of the product's pictures. */
  readonly imagePaths: readonly string[];
  readonly renderer: Pick<FirstScreenRenderer, 'addressOf' | 'nameOf' | 'titleOf'>;
}

const MAX_DESCRIPTION_LENGTH = 200;
/** Of a description for machines. */
const MAX_LONG_DESCRIPTION_LENGTH = 2_000;
/** A picture that is good enough to be shown across the whole width of a message; the site's icon is not. */
const LARGE_IMAGE_PX = 600;
const SEARCH_MARK = 'SEARCHTERM';

/** Title, description, canonical address, cards for sharing and structured data of a page, as HTML. */
export function buildHead(facts: HeadFacts): string {
  const { screen, product, origin, brand, sharedImage, renderer } = facts;
  const title = renderer.titleOf(screen);
  const description = product ? describeShortly(product) : describeScreen(screen);
  const url = origin + renderer.addressOf(canonicalPlan(screen));
  const hasLargeImage = product !== undefined && Math.min(sharedImage.width, sharedImage.height) >= LARGE_IMAGE_PX;
  const isHidden = isUnlisted(facts);
  const tags = [
    `<title>${escapeText(title)}</title>`,
    meta('name', 'description', description),
    // A page that must not be found has no other one to be found in its place.
    isHidden ? meta('name', 'robots', 'noindex') : `<link rel="canonical" href="${escapeText(url)}">`,
    meta('property', 'og:type', product ? 'product' : 'website'),
    meta('property', 'og:site_name', brand),
    meta('property', 'og:title', product?.title ?? title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', origin + sharedImage.path),
    meta('property', 'og:image:width', String(sharedImage.width)),
    meta('property', 'og:image:height', String(sharedImage.height)),
    ...(product ? [meta('property', 'og:image:alt', product.title)] : []),
    meta('name', 'twitter:card', hasLargeImage ? 'summary_large_image' : 'summary'),
  ];
  const things = isHidden ? [] : describeThings(facts);
  if (things.length > 0) tags.push(`<script type="application/ld+json">${toScriptJson(toGraph(things))}</script>`);
  return tags.join('\n');
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeText(content)}">`;

/** Searches and filtered lists are without end, and a list without products says nothing. An open product counts by itself. */
function isUnlisted({ screen, product, isMissing }: HeadFacts): boolean {
  if (product) return false;
  const { state, overview, page } = screen;
  return isMissing || state.search !== '' || isFiltered(state) || (page ?? overview)?.total === 0 || isBeyond(screen);
}

const isBeyond = ({ page, state }: FirstScreen): boolean => page?.cards.length === 0 && state.page > 1;

/** A product has one address, whatever list lies below it, and a list has one, however it is sorted. */
function canonicalPlan({ shop, state, product }: FirstScreen): FirstScreenPlan {
  if (product) return { shop, state: EMPTY_BROWSE_STATE, productId: product.id };
  return { shop, state: { ...state, sort: null }, productId: null };
}

/** The words of a description; it often begins with the title, which stands above it anyway. */
function wordsOf({ title, description }: Product, maxLength: number): string {
  const words = htmlToText(description, maxLength + title.length);
  return shorten(words.startsWith(title) ? words.slice(title.length).replace(/^[\s·:.-]+/, '') : words, maxLength);
}

const describeShortly = (product: Product): string =>
  wordsOf(product, MAX_DESCRIPTION_LENGTH) || `${product.title}: ${product.main_category}, ${product.category}`;

/** A list by what is in it: no text of ours would say more. */
function describeScreen({ overview, page, state }: FirstScreen): string {
  const names = overview?.rows.map(({ mainCategory }) => mainCategory) ?? page?.cards.map(({ title }) => title) ?? [];
  const total = (overview ?? page)?.total ?? 0;
  const count = `${total} ${total === 1 ? 'product' : 'products'}`;
  const place = state.category ?? state.mainCategory;
  const heading = place === null ? count : `${place}, ${count}`;
  return shorten(names.length > 0 ? `${heading}: ${names.join(', ')}` : heading, MAX_DESCRIPTION_LENGTH);
}

function describeThings({ screen, product, origin, brand, imagePaths, renderer }: HeadFacts): Thing[] {
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
    const description = wordsOf(product, MAX_LONG_DESCRIPTION_LENGTH);
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
  const searchUrl = addressOf({ state: { ...EMPTY_BROWSE_STATE, search: SEARCH_MARK } });
  return [describeSite(brand, `${origin}/`, searchUrl.replace(SEARCH_MARK, '{search_term_string}'))];
}
