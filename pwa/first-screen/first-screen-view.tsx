import { isStartScreen } from '#pwa/features/catalog/browse/browse-state.ts';
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
import { FIRST_SCREEN_ROWS } from '#contract/screens/first-screen.ts';
import type { FirstOverview, FirstPage, FirstScreen } from '#contract/screens/first-screen.ts';
import { getShop } from '#contract/shops.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { DisclosureBanner } from '../app/frame/disclosure-banner.tsx';
import { Footer } from '../app/frame/footer.tsx';
import { FrameView } from '../app/frame/frame-view.tsx';
import { NoticesView } from '../app/notices/notices-view.tsx';
import type { ShopRow } from '#contract/shops.ts';
import { FIRST_ROW_CARDS, ListView, StartView } from '../app/screens/shop-view.tsx';
import { SyncLineView } from '../app/frame/sync-line-view.tsx';
import { ThemeButton } from '../app/top-bar/theme-button.tsx';
import { TopBarToolsView } from '../app/top-bar/top-bar-tools-view.tsx';
import { TopBarView } from '../app/top-bar/top-bar-view.tsx';

/** What the page draws first: the same as `App` does before its effects run, made of the same views. A test compares the two. */
export function FirstScreenView({ screen, year }: { readonly screen: FirstScreen; readonly year: number }) {
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
