import type { FirstScreen, FirstScreenPlan, FirstScreenRenderer } from '#contract/screens/first-screen.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { fillShopDocument } from '#contract/shop-settings/shop-document.ts';
import { getShop } from '#contract/shops.ts';
import { formatBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { isStartScreen } from '#pwa/features/catalog/browse/browse-state.ts';
import { listName } from '#pwa/features/catalog/browse/list-title.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { currentLanguage, inLanguage as readIn } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';
import { currentShop, inShop } from '#pwa/messages/shop.ts';
import { planFirstScreen } from '../app/routing/plan-first-screen.ts';
import { productUrl } from '../app/routing/product-url.ts';
import { FirstScreenView } from './first-screen-view.tsx';
import { escapeHtml, toHtml } from './to-html.ts';

/** The texts of all languages, by the path of their file: neither the server nor a service worker can load one later. */
const PACKS = Object.entries(
  import.meta.glob<TextsByName>('../messages/*/packs/first-screens.ts', { import: 'texts', eager: true }),
);

/** Runs a function that renders in a language and for a shop. */
const inLanguage = <R,>(language: string, settings: ShopSettings, render: () => R): R =>
  readIn(language, PACKS.find(([path]) => path.includes(`/${language}/`))?.[1] ?? {}, () => inShop(settings, render));

/** Markers in the template index.html. */
const LANGUAGE = '<html lang="en">';
const HEAD = /<!--head-->[^]*?<!--\/head-->/;
const SCREEN = '<!--first-screen-->';
const DATA = '<!--first-data-->';

/** Returns the canonical URL of a plan: path and query. */
const addressOf = ({ shop, state, productId }: FirstScreenPlan): string =>
  productUrl(getShop(shop).path, formatBrowseQuery(state), productId);

/** Returns the name of a screen: its product, its list or its shop. */
const nameOf = ({ shop, state, product }: FirstScreen): string =>
  product?.title ?? listName(state) ?? messages.shops[shop];

/** The title of a screen, as the page shows it. */
const titleOf = (screen: FirstScreen): string => messages.title(nameOf(screen));

/** Renders the whole document. `head` replaces title and description of the template; without it the title names the screen. */
function renderDocument(template: string, screen: FirstScreen, head?: string): string {
  const year = new Date().getFullYear();
  const html = toHtml(<FirstScreenView screen={screen} year={year} />);
  // `</script>` and `<!--` in a product's text must not end or open an element.
  const data = JSON.stringify({ ...screen, year }).replaceAll('<', String.raw`\u003c`);
  return fillShopDocument(template, currentShop())
    .replace(LANGUAGE, `<html lang="${currentLanguage()}">`)
    .replace(HEAD, () => head ?? `<title>${escapeHtml(titleOf(screen))}</title>`)
    .replace(SCREEN, () => html)
    .replace(DATA, () => `<script type="application/json" id="first-screen">${data}</script>`);
}

/** Returns the number of products in words. */
const countOf = (total: number): string => messages.categories.count(total);

({
  planFirstScreen,
  isStartScreen,
  renderDocument,
  nameOf,
  titleOf,
  countOf,
  addressOf,
  inLanguage,
}) satisfies FirstScreenRenderer;

export { addressOf, countOf, inLanguage, isStartScreen, nameOf, planFirstScreen, renderDocument, titleOf };
