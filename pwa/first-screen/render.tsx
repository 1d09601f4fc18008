import { FIRST_SCREEN_ROWS } from '#contract/screens/first-screen.ts';
import type {
  FirstScreen,
  FirstScreenPlan,
  FirstScreenRenderer,
  FirstOverview,
  FirstPage,
} from '#contract/screens/first-screen.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { fillShopDocument } from '#contract/shop-settings/shop-document.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { formatBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { isStartScreen } from '#pwa/features/catalog/browse/browse-state.ts';
import { listName } from '#pwa/features/catalog/browse/list-title.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { currentLanguage, inLanguage as readIn } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';
import { currentShop, inShop } from '#pwa/messages/shop.ts';
import { EmptyShop } from '#pwa/features/catalog/list/catalog-states.tsx';
import { CategoryRowView } from '#pwa/features/catalog/list/category-row-view.tsx';
import { ProductGrid, ProductGridSkeleton } from '#pwa/features/catalog/list/product-grid.tsx';
import { RowsSkeleton, RowsView } from '#pwa/features/catalog/list/rows-view.tsx';
import { SearchBarView } from '#pwa/features/catalog/search/search-bar-view.tsx';
import { TopStripView } from '#pwa/features/catalog/top-strip/top-strip-view.tsx';
import { ProductCardSkeleton, ProductCardView } from '#pwa/features/product/card/product-card-view.tsx';
import { ProductImageView } from '#pwa/features/product/images/product-image-view.tsx';
import { WishListButtonView } from '#pwa/features/wish-list/wish-list-button-view.tsx';
import { imagePriority } from '#pwa/ui/media/image-priority.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { planFirstScreen } from '../app/routing/plan-first-screen.ts';
import { productUrl } from '../app/routing/product-url.ts';
import { escapeHtml, toHtml } from './to-html.ts';
import { DisclosureBanner } from '../app/frame/disclosure-banner.tsx';
import { Footer } from '../app/frame/footer.tsx';
import { FrameView } from '../app/frame/frame-view.tsx';
import { NoticesView } from '../app/notices/notices-view.tsx';
import { FIRST_ROW_CARDS, ListView, StartView } from '../app/screens/shop-view.tsx';
import { SyncLineView } from '../app/frame/sync-line-view.tsx';
import { ThemeButton } from '../app/top-bar/theme-button.tsx';
import { TopBarToolsView } from '../app/top-bar/top-bar-tools-view.tsx';
import { TopBarView } from '../app/top-bar/top-bar-view.tsx';

/** The texts of all languages, by the path of their file: neither the server nor a service worker can load a language later. */
const PACKS = Object.entries(
  import.meta.glob<TextsByName>('../messages/*/packs/first-screens.ts', { import: 'texts', eager: true }),
);

/** Runs a render function with the texts of a language and the settings of a shop. */
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

/** Renders what `App` renders before its effects run, made of the same views. A test compares the two. */
function FirstScreenView({ screen, year }: { readonly screen: FirstScreen; readonly year: number }) {
  const shop = getShop(screen.shop);
  const { state, overview, page } = screen;
  return (
    <FrameView
      topBar={
        <TopBarView shop={shop} tools={<TopBarToolsView shop={shop} themeButton={<ThemeButton theme="light" />} />} />
      }
      disclosure={shop.hasDisclosure && <DisclosureBanner />}
      syncLine={<SyncLineView />}
      footer={<Footer year={year} />}
      overlays={<NoticesView />}
    >
      <SearchBarView text={state.search} />
      {isStartScreen(state) ? (
        <FirstStart shop={shop} overview={overview} />
      ) : (
        <FirstList shop={shop} state={state} page={page} />
      )}
    </FrameView>
  );
}

interface FirstStartProps {
  readonly shop: ShopRow;
  readonly overview: FirstOverview | undefined;
}

function FirstStart({ shop, overview }: FirstStartProps) {
  if (!overview) {
    const rows = <RowsSkeleton renderSkeleton={() => <ProductCardSkeleton shop={shop} />} />;
    return <StartView shop={shop} strip={false} rows={rows} />;
  }
  const hasStrip = overview.top.length > 0;
  const cards = (list: readonly WireCard[], firstCards: number) =>
    list.map((card, index) => <li key={card.id}>{renderCard(shop, card, imagePriority(index, firstCards))}</li>);
  return (
    <StartView
      shop={shop}
      strip={hasStrip && <TopStripView>{cards(overview.top, FIRST_ROW_CARDS)}</TopStripView>}
      rows={
        overview.rows.length === 0 ? (
          <EmptyShop />
        ) : (
          <RowsView isCurrent>
            {overview.rows.map((row, place) => (
              <CategoryRowView key={row.mainCategory} mainCategory={row.mainCategory}>
                {place < FIRST_SCREEN_ROWS && cards(row.cards, place === 0 && !hasStrip ? FIRST_ROW_CARDS : 0)}
              </CategoryRowView>
            ))}
          </RowsView>
        )
      }
    />
  );
}

interface FirstListProps {
  readonly shop: ShopRow;
  readonly state: BrowseState;
  readonly page: FirstPage | undefined;
}

const ignore = (): void => undefined;

function FirstList({ shop, state, page }: FirstListProps) {
  return (
    <ListView shop={shop} state={state} total={page?.total}>
      {page && !(page.total === 0 && state.search !== '') ? (
        <ProductGrid
          state={state}
          page={page}
          isCurrent
          renderCard={(card, priority) => renderCard(shop, card, priority)}
          onPage={ignore}
          onReset={ignore}
        />
      ) : (
        <ProductGridSkeleton renderSkeleton={() => <ProductCardSkeleton shop={shop} />} />
      )}
    </ListView>
  );
}

const renderCard = (shop: ShopRow, card: WireCard, priority: ImagePriority) => (
  <ProductCardView
    shop={shop}
    card={card}
    image={<ProductImageView card={card} imageFolder={shop.imageFolder} priority={priority} />}
    tools={<WishListButtonView title={card.title} isInWishList={false} />}
  />
);

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
