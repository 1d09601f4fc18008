import { createContext, memo, useCallback, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/products/browse.ts';
import type { BrowseAction } from '#pwa/features/catalog/browse/browse-state.ts';
import { isStartScreen } from '#pwa/features/catalog/browse/browse-state.ts';
import { EmptyShop, ListFailed } from '#pwa/features/catalog/list/catalog-states.tsx';
import { CategoryRows } from '#pwa/features/catalog/list/category-rows.tsx';
import { listName } from '#pwa/features/catalog/browse/list-title.ts';
import { ProductGrid, ProductGridSkeleton } from '#pwa/features/catalog/list/product-grid.tsx';
import { RowsSkeleton } from '#pwa/features/catalog/list/rows-view.tsx';
import { SearchBar } from '#pwa/features/catalog/search/search-bar.tsx';
import { TopStrip } from '#pwa/features/catalog/top-strip/top-strip.tsx';
import { storeWithoutSearch, useBrowseState } from '#pwa/features/catalog/browse/use-browse-state.ts';
import { useCatalogPage, useOverview } from '#pwa/features/catalog/queries/use-catalog.ts';
import { ProductCardSkeleton } from '#pwa/features/product/card/product-card-view.tsx';
import { ProductCard } from '#pwa/features/product/card/product-card.tsx';
import { WishListButton } from '#pwa/features/wish-list/wish-list-button.tsx';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { useFirstProduct } from '#pwa/platform/engine/use-first-screen.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import type { ImagePriority } from '#pwa/ui/media/image-priority.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { loadUntilThere } from '#pwa/ui/load-until-there.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { useOpenProduct } from '../routing/router.ts';
import type { ShopKey, ShopRow } from '#contract/shops.ts';
import { FIRST_ROW_CARDS, ListView, StartView } from './shop-view.tsx';

const loadExtras = lazyPart(() => import('./shop-extras.ts'));
const loadModal = lazyPart(() => import('./product-window.tsx'));
const loadPreparation = lazyPart(() => import('#pwa/features/product/images/prefetch-first-image.ts'));
const ignore = (): void => undefined;

type ShopExtras = Awaited<ReturnType<typeof loadExtras>>;

/** Lazily loaded parts; undefined until loaded. Only components that show a part read this context, so that other cards are not redrawn for it. */
const ShopExtrasContext = createContext<ShopExtras | undefined>(undefined);

/** A shop: search bar, then rows or one page of a list, and the open product over it. */
export function ShopScreen({ shop }: { readonly shop: ShopRow }) {
  const sync = useSync();
  const [state, dispatch] = useBrowseState(shop);
  const { id, open, close } = useOpenProduct();
  const linked = useFirstProduct(shop.key, id);
  const [pressed, setPressed] = useState<WireCard>();
  const modal = useLazyModule(loadModal, id !== null);
  const extras = useLazyModule(loadExtras, id !== null);
  useEffect(() => sync.openShop(shop.key), [sync, shop.key]);
  useEffect(() => {
    if (id === null) return;
    const record = (loaded: ShopExtras): void => loaded.storedRecentlyViewed.put(shop.key, id);
    // Neither is given up: a product counts as viewed even if it is closed before its first frame, or before this code has loaded.
    afterPaint(() => {
      loadUntilThere(loadExtras, true, record, ignore);
    });
  }, [shop.key, id]);
  const known = pressed?.id === id ? pressed : linked;
  useDocumentTitle(messages.title(known?.title ?? listName(state) ?? messages.shops[shop.key]));

  const onOpen = useCallback(
    (card: WireCard): void => {
      setPressed(card);
      open(card.id);
    },
    [open],
  );
  const onIntent = useCallback(
    (card: WireCard): void => {
      // A failure shows when the product opens.
      loadModal().catch(ignore);
      // A quick tap must not wait for it.
      afterPaint(() => {
        loadPreparation().then(({ prefetchFirstImage }) => prefetchFirstImage(shop.imageFolder, card), ignore);
      });
    },
    [shop.imageFolder],
  );
  const renderTools = useCallback(
    (card: WireCard) => (
      <>
        <WishListButton shop={shop.key} id={card.id} title={card.title} />
        <LazyCompareToggle shop={shop.key} card={card} />
      </>
    ),
    [shop.key],
  );
  const Title = state.search === '' ? undefined : extras?.Highlight;
  const renderCard = useCallback(
    (card: WireCard, priority: ImagePriority) => (
      <ProductCard
        shop={shop}
        card={card}
        priority={priority}
        search={state.search}
        Title={Title}
        renderTools={renderTools}
        onOpen={onOpen}
        onIntent={onIntent}
      />
    ),
    [shop, state.search, Title, renderTools, onOpen, onIntent],
  );
  const List = isStartScreen(state) ? StartScreen : ListScreen;
  return (
    <ShopExtrasContext.Provider value={extras}>
      <SearchBar
        search={state.search}
        onSearch={(search, isLive) => dispatch({ type: 'search', search, isLive })}
        onReset={() => dispatch({ type: 'reset' })}
      >
        {extras && <extras.ShopScanButton />}
      </SearchBar>
      <List shop={shop} state={state} dispatch={dispatch} renderCard={renderCard} />
      {id !== null && modal && <modal.ProductWindow key={id} shop={shop} id={id} known={known} onClose={close} />}
    </ShopExtrasContext.Provider>
  );
}

function LazyCompareToggle({ shop, card }: { readonly shop: ShopKey; readonly card: WireCard }) {
  const extras = useContext(ShopExtrasContext);
  return extras && <extras.CompareToggle shop={shop} id={card.id} title={card.title} />;
}

interface PartProps {
  readonly shop: ShopRow;
  readonly state: BrowseState;
  readonly dispatch: (action: BrowseAction) => void;
  readonly renderCard: (card: WireCard, priority: ImagePriority) => ReactNode;
}

/** Memoized: not rendered again when a product opens over it. */
const StartScreen = memo(function StartScreen({ shop, dispatch, renderCard }: PartProps) {
  const extras = useContext(ShopExtrasContext);
  const { data, isCurrent, hasFailed, tryAgain } = useOverview(shop.key);
  const hasStrip = data !== undefined && data.top.length > 0;
  return (
    <StartView
      shop={shop}
      strip={
        hasStrip && (
          <TopStrip
            cards={data.top}
            firstCards={FIRST_ROW_CARDS}
            Motion={extras?.StripMotion}
            renderCard={renderCard}
          />
        )
      }
      rows={
        <>
          {data?.rows.length === 0 && <EmptyShop />}
          {data && data.rows.length > 0 && (
            <CategoryRows
              rows={data.rows}
              isCurrent={isCurrent}
              Start={extras?.RowStart}
              firstCards={hasStrip ? 0 : FIRST_ROW_CARDS}
              renderCard={renderCard}
              onAction={dispatch}
            />
          )}
          {data && extras && <extras.RecentlyViewed shop={shop.key} renderCard={(card) => renderCard(card, 'lazy')} />}
          {!data && hasFailed && <ListFailed shop={shop.key} onRetry={tryAgain} />}
          {!data && !hasFailed && <RowsSkeleton renderSkeleton={() => <ProductCardSkeleton shop={shop} />} />}
        </>
      }
    />
  );
});

const ListScreen = memo(function ListScreen({ shop, state, dispatch, renderCard }: PartProps) {
  const extras = useContext(ShopExtrasContext);
  const { data, isCurrent, hasFailed, tryAgain } = useCatalogPage(shop.key, state);
  const hasNoMatch = isCurrent && data?.total === 0 && state.search !== '';
  useEffect(() => (hasNoMatch ? storeWithoutSearch(shop, state) : undefined), [hasNoMatch, shop, state]);
  const skeleton = <ProductGridSkeleton renderSkeleton={() => <ProductCardSkeleton shop={shop} />} />;
  return (
    <ListView
      shop={shop}
      state={state}
      total={isCurrent ? data?.total : undefined}
      tools={extras && <extras.ListTools shop={shop} state={state} onAction={dispatch} />}
    >
      {data && !hasFailed && !hasNoMatch && (
        <ProductGrid
          state={state}
          page={data}
          isCurrent={isCurrent}
          renderCard={renderCard}
          onPage={(page) => dispatch({ type: 'page', page })}
          onReset={() => dispatch({ type: 'reset' })}
        />
      )}
      {extras && isCurrent && data && state.search !== '' && (
        <extras.SearchEnd
          shop={shop}
          state={state}
          total={data.total}
          onAction={dispatch}
          renderCard={(card) => renderCard(card, 'lazy')}
          skeleton={skeleton}
        />
      )}
      {hasFailed && <ListFailed shop={shop.key} onRetry={tryAgain} />}
      {(hasNoMatch ? !extras : !data && !hasFailed) && skeleton}
    </ListView>
  );
});
