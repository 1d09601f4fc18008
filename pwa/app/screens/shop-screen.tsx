import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { BrowseState } from '#contract/browse.ts';
import type { BrowseAction } from '#pwa/features/catalog/browse-state.ts';
import { isStartScreen } from '#pwa/features/catalog/browse-state.ts';
import { ListFailed } from '#pwa/features/catalog/catalog-states.tsx';
import { CategoryRows, CategoryRowsSkeleton } from '#pwa/features/catalog/category-rows.tsx';
import { ListHeading } from '#pwa/features/catalog/list-heading.tsx';
import { listSubtitle, listTitle } from '#pwa/features/catalog/list-title.ts';
import { ProductGrid, ProductGridSkeleton } from '#pwa/features/catalog/product-grid.tsx';
import { SearchBar } from '#pwa/features/catalog/search-bar.tsx';
import { useBrowseState } from '#pwa/features/catalog/use-browse-state.ts';
import { useCatalogPage, useOverview } from '#pwa/features/catalog/use-catalog.ts';
import { ProductCard, ProductCardSkeleton } from '#pwa/features/product/product-card.tsx';
import { messages } from '#pwa/messages/en.ts';
import { useSync } from '#pwa/platform/use-sync.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { useOpenProduct } from '../router.ts';
import type { ShopRow } from '../routes.ts';
import { useIsOffline } from '../use-is-offline.ts';

const loadModal = () => import('#pwa/features/product/product-modal.tsx');

/** A shop: search bar, then rows or one page of a list, and the open product over it. */
export function ShopScreen({ shop }: { readonly shop: ShopRow }) {
  const sync = useSync();
  const [state, dispatch] = useBrowseState(shop);
  const { id, open, close } = useOpenProduct();
  const [pressed, setPressed] = useState<WireCard>();
  const modal = usePart(loadModal, id !== null);
  useEffect(() => sync.openShop(shop.key), [sync, shop.key]);
  useDocumentTitle(messages.title(listTitle(state) ?? messages.shops[shop.key]));

  const onOpen = useCallback(
    (card: WireCard): void => {
      setPressed(card);
      open(card.id);
    },
    [open],
  );
  const renderCard = useCallback(
    (card: WireCard, isFirst: boolean) => <ProductCard shop={shop} card={card} isFirst={isFirst} onOpen={onOpen} />,
    [shop, onOpen],
  );
  const List = isStartScreen(state) ? StartScreen : ListScreen;
  return (
    <>
      <SearchBar
        search={state.search}
        onSearch={(search) => dispatch({ type: 'search', search })}
        onReset={() => dispatch({ type: 'reset' })}
      />
      <List shop={shop} state={state} dispatch={dispatch} renderCard={renderCard} />
      {id !== null && modal && (
        <modal.ProductModal
          key={id}
          shop={shop}
          id={id}
          known={pressed?.id === id ? pressed : undefined}
          onClose={close}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly shop: ShopRow;
  readonly state: BrowseState;
  readonly dispatch: (action: BrowseAction) => void;
  readonly renderCard: (card: WireCard, isFirst: boolean) => ReactNode;
}

function StartScreen({ shop, state, dispatch, renderCard }: PartProps) {
  const { data, isCurrent, hasFailed, tryAgain } = useOverview(shop.key, state.sort);
  const isOffline = useIsOffline(shop.key);
  return (
    <>
      {state.sort === null ? (
        <h1>
          <VisuallyHidden>{messages.shops[shop.key]}</VisuallyHidden>
        </h1>
      ) : (
        <ListHeading title={messages.categories.title(listSubtitle(shop.key, state))} total={data?.total} subtitle="" />
      )}
      {data && (
        <CategoryRows
          rows={data.rows}
          isCurrent={isCurrent}
          renderCard={renderCard}
          onMainCategory={(mainCategory) => dispatch({ type: 'category', mainCategory, category: null })}
        />
      )}
      {!data && hasFailed && <ListFailed isOffline={isOffline} onRetry={tryAgain} />}
      {!data && !hasFailed && <CategoryRowsSkeleton renderSkeleton={() => <ProductCardSkeleton shop={shop} />} />}
    </>
  );
}

function ListScreen({ shop, state, dispatch, renderCard }: PartProps) {
  const { data, isCurrent, hasFailed, tryAgain } = useCatalogPage(shop.key, state);
  const isOffline = useIsOffline(shop.key);
  return (
    <>
      <ListHeading
        title={listTitle(state) ?? messages.shops[shop.key]}
        total={isCurrent ? data?.total : undefined}
        subtitle={listSubtitle(shop.key, state)}
      />
      {data && !hasFailed && (
        <ProductGrid
          state={state}
          page={data}
          isCurrent={isCurrent}
          renderCard={renderCard}
          onPage={(page) => dispatch({ type: 'page', page })}
          onReset={() => dispatch({ type: 'reset' })}
        />
      )}
      {hasFailed && <ListFailed isOffline={isOffline} onRetry={tryAgain} />}
      {!data && !hasFailed && <ProductGridSkeleton renderSkeleton={() => <ProductCardSkeleton shop={shop} />} />}
    </>
  );
}
