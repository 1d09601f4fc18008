import { useCallback, useState } from 'react';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { changePrices } from '#pwa/features/admin-products/list/change-prices.ts';
import { priceFields } from '#pwa/features/admin-products/list/list-fields.ts';
import { ListTools } from '#pwa/features/admin-products/list/list-tools.tsx';
import { ProductRow } from '#pwa/features/admin-products/list/product-row.tsx';
import { DeleteProductsDialog } from '#pwa/features/admin-products/list/delete-products-dialog.tsx';
import { SelectionBar } from '#pwa/features/admin-products/list/selection-bar.tsx';
import { useSelection } from '#pwa/features/admin-products/list/use-selection.ts';
import listStyles from '#pwa/features/admin-products/list/product-list.module.css';
import { Pager } from '#pwa/features/catalog/list/pager.tsx';
import { useListedProducts } from '#pwa/features/catalog/queries/use-catalog.ts';
import { useLiveSearch } from '#pwa/features/catalog/search/use-live-search.ts';
import { ProductImage } from '#pwa/features/product/images/product-image.tsx';
import { summarizeOffer } from '#pwa/features/product/price-and-stock/summarize-offer.ts';
import { adminLabelMessages } from '#pwa/messages/en/admin-labels.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { Button } from '#pwa/ui/button.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { UndoNotice } from '#pwa/ui/undo-notice.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { waitingProducts } from '#sync/admin/store/overlay-products.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ListScanner } from './admin-scanner.tsx';
import { PendingProducts } from './pending-products.tsx';
import { useCloseProducts } from './use-close-products.ts';
import { useProductActions } from './use-product-actions.ts';

const loadLabels = lazyPart(() => import('#pwa/features/admin-labels/shelf-labels.tsx'));

/** The open dialog. */
type OpenDialog =
  | { readonly about: 'removal'; readonly cards: readonly WireCard[] }
  | { readonly about: 'draft'; readonly id: number }
  | { readonly about: 'missing' };

/** What was deleted just now. */
interface Deletion {
  readonly titles: readonly string[];
  readonly undo: () => Promise<void>;
}

/** The list of a shop's products, with search, sort and changes in place, singly or in bulk. */
export function ProductsScreen({ shop }: { readonly shop: ShopRow }) {
  const [state, setState] = useState<BrowseState>(EMPTY_BROWSE_STATE);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { data: page, hasFailed, tryAgain } = useListedProducts(shop.key, state);
  const search = useLiveSearch(state.search, (text) => setState({ ...state, search: text, page: 1 }));
  const { data: byId } = useCards(shop.key, findSearchedIds(state.search));
  const waiting = useAdminData(async (data) => waitingProducts(await data.outbox(), shop.key), [shop.key]);
  const actions = useProductActions(shop);
  const selection = useSelection();
  const [deletion, setDeletion] = useState<Deletion>();
  const forgetDeletion = useCallback(() => setDeletion(undefined), []);
  const [isPrinting, setPrinting] = useState(false);
  const labels = useLazyModule(loadLabels, isPrinting);

  const found = page?.cards ?? [];
  const exact = [...(byId ?? []), ...found.filter(({ id }) => !byId?.some((card) => card.id === id))];
  const close = useCloseProducts(shop.key, state, page?.total === 0 && exact.length === 0);
  const cards = exact.length > 0 ? exact : close;
  const selected = cards.filter(({ id }) => selection.ids.has(id));
  const isAllSelected = cards.length > 0 && selected.length === cards.length;

  const attempt = (done: Promise<void> | undefined): void => {
    done?.catch(() => setDialog({ about: 'missing' }));
  };
  const change = (id: number, field: string, value: string): void =>
    attempt(actions?.change(id, (fields) => ({ ...fields, [field]: value })));
  const changeSelected = (how: Parameters<NonNullable<typeof actions>['change']>[1]): void => {
    for (const { id } of selected) attempt(actions?.change(id, how));
  };
  const duplicate = (id: number): void =>
    attempt(actions?.duplicate(id).then(() => navigate(`${shop.adminPath}?tab=add`)));
  const askToDuplicate = async (id: number): Promise<void> => {
    if (await actions?.hasDraft()) setDialog({ about: 'draft', id });
    else duplicate(id);
  };

  if (isPrinting && labels) {
    return <labels.ShelfLabels shop={shop} cards={selected} onClose={() => setPrinting(false)} />;
  }
  return (
    <section aria-label={adminListMessages.title}>
      <h1>
        <VisuallyHidden>{adminListMessages.title}</VisuallyHidden>
      </h1>
      <ListTools
        search={search.text}
        sort={state.sort}
        sorts={shop.sorts}
        onSearch={search.type}
        onSort={(sort) => setState({ ...state, sort, page: 1 })}
        scanner={<ListScanner onSearch={(text) => setState({ ...state, search: text, page: 1 })} />}
      />
      {state.page === 1 && <PendingProducts shop={shop} search={state.search} />}
      {page && cards.length > 0 && (
        <div className={listStyles['head']}>
          <label className={listStyles['all']}>
            <input
              type="checkbox"
              checked={isAllSelected}
              onChange={(event) =>
                selection.set(
                  cards.map(({ id }) => id),
                  event.target.checked,
                )
              }
            />
            {adminListMessages.selectAll}
          </label>
          <p role="status">{cards === close ? adminListMessages.closeMatches : adminListMessages.found(page.total)}</p>
        </div>
      )}
      <ul className={listStyles['list']}>
        {cards.map((card) => (
          <ProductRow
            key={card.id}
            offer={shop.offer}
            card={card}
            price={summarizeOffer(shop.offer, card).price}
            image={<ProductImage card={card} imageFolder={shop.imageFolder} />}
            isSelected={selection.ids.has(card.id)}
            pendingChange={waiting?.get(card.id) ?? null}
            onSelect={(isSelected) => selection.set([card.id], isSelected)}
            onField={(field, value) => change(card.id, field, value)}
            onEdit={() => navigate(`${shop.adminPath}?edit=${card.id}`)}
            onDuplicate={() => void askToDuplicate(card.id)}
            onRemove={() => setDialog({ about: 'removal', cards: [card] })}
          />
        ))}
      </ul>
      {cards.length === 0 && (
        <div className={listStyles['state']} role="status">
          <p>{page ? emptyText(state) : hasFailed ? adminListMessages.failed : adminListMessages.loading}</p>
          {!page && hasFailed && <Button onClick={tryAgain}>{adminListMessages.tryAgain}</Button>}
        </div>
      )}
      <Pager
        page={state.page}
        pageCount={Math.ceil((page?.total ?? 0) / PAGE_SIZE)}
        onPage={(next) => {
          setState({ ...state, page: next });
          selection.clear();
          scrollTo({ top: 0, behavior: 'instant' });
        }}
      />
      {selected.length > 0 && (
        <SelectionBar
          offer={shop.offer}
          count={selected.length}
          onClear={selection.clear}
          onRemove={() => setDialog({ about: 'removal', cards: selected })}
          onAvailability={(availability) => changeSelected((fields) => ({ ...fields, availability }))}
          onPrices={(percent) => changeSelected((fields) => changePrices(fields, priceFields(shop.offer), percent))}
        >
          <Button onClick={() => setPrinting(true)}>{adminLabelMessages.open}</Button>
        </SelectionBar>
      )}
      {deletion && (
        <UndoNotice
          key={deletion.titles.join('\n')}
          text={adminListMessages.deleted(deletion.titles)}
          undo={adminListMessages.undo}
          onUndo={() => {
            setDeletion(undefined);
            attempt(deletion.undo());
          }}
          onOver={forgetDeletion}
        />
      )}
      {dialog?.about === 'removal' && (
        <DeleteProductsDialog
          cards={dialog.cards}
          onAnswer={(isSure) => {
            setDialog(null);
            if (!isSure) return;
            const titles = dialog.cards.map(({ title }) => title);
            attempt(actions?.remove(dialog.cards).then((undo) => setDeletion({ titles, undo })));
            selection.clear();
          }}
        />
      )}
      {dialog?.about === 'draft' && (
        <ConfirmDialog
          title={adminListMessages.replaceDraft}
          actions={
            <>
              <Button onClick={() => setDialog(null)}>{adminListMessages.cancel}</Button>
              <Button
                look="primary"
                onClick={() => {
                  setDialog(null);
                  duplicate(dialog.id);
                }}
              >
                {adminListMessages.replace}
              </Button>
            </>
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.about === 'missing' && (
        <ConfirmDialog
          title={adminListMessages.unknownProduct}
          actions={
            <Button look="primary" onClick={() => setDialog(null)}>
              {adminListMessages.close}
            </Button>
          }
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

const emptyText = ({ search }: BrowseState): string =>
  search === '' ? adminListMessages.noProducts : adminListMessages.empty;

/** A number in the search field may be an id. */
const findSearchedIds = (search: string): readonly number[] => (/^\d{1,10}$/.test(search) ? [Number(search)] : []);
