import { HAS_CART } from '#contract/orders/cart-shop.ts';
import { ShowResultsButton } from '#pwa/features/catalog/filters/show-results-button.tsx';
import { SidebarPanels } from '#pwa/features/catalog/filters/sidebar-panels.tsx';
import { useBrowseState } from '#pwa/features/catalog/browse/use-browse-state.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { shopName } from '#pwa/messages/shop.ts';
import { InstallPart } from './install-part.tsx';
import { isSyncCentreOpen } from './sync-centre-state.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { BUILDS_PATH } from '#contract/screens/screens.ts';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { PageLink } from '../routing/page-link.tsx';
import { LanguageChoice } from '#pwa/ui/language-choice.tsx';
import { DrawerBody, DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { leaveFirst } from '#pwa/ui/dialogs/leave-first.ts';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { AccountPanel } from './account-panel.tsx';
import { goToShop } from '../routing/router.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import styles from './sidebar.module.css';

interface SidebarProps {
  readonly shop: ShopRow | undefined;
  readonly onClose: () => void;
}

/** The drawer behind the menu button: sort, categories and filters of a shop; on other screens links to the shops. */
export function Sidebar({ shop, onClose }: SidebarProps) {
  return (
    <Modal kind="drawer" label={catalogMessages.sidebar.name} onClose={onClose}>
      <DrawerHead
        title={shop ? messages.shops[shop.key] : shopName()}
        closeLabel={catalogMessages.sidebar.close}
        onClose={onClose}
      />
      <DrawerBody>
        {(!shop || HAS_CART[shop.offer]) && <AccountPanel onClose={onClose} />}
        {shop?.sidebar.includes('builds') && <BuildsLink onFollow={onClose} />}
        {shop ? <ShopPanels shop={shop} onClose={onClose} /> : <ShopLinks onClose={onClose} />}
        <div className={styles['foot']}>
          <Button
            look="quiet"
            onClick={() => {
              onClose();
              isSyncCentreOpen.set(true);
            }}
          >
            {syncCentreMessages.open}
          </Button>
          <InstallPart />
          <LanguageChoice className={buttonClass('quiet')} />
          {catalogMessages.sidebar.productLanguage !== '' && <p>{catalogMessages.sidebar.productLanguage}</p>}
        </div>
      </DrawerBody>
      {shop && <Results shop={shop} onClose={onClose} />}
    </Modal>
  );
}

const BuildsLink = ({ onFollow }: { readonly onFollow: () => void }) => (
  <div className={styles['builds']}>
    <PageLink href={BUILDS_PATH} className={buttonClass('secondary', true)} onFollow={onFollow}>
      <LazyIcon name="builds" />
      {buildMessages.title}
    </PageLink>
  </div>
);

function ShopPanels({ shop, onClose }: { readonly shop: ShopRow; readonly onClose: () => void }) {
  const [state, dispatch] = useBrowseState(shop);
  return (
    <SidebarPanels
      shop={shop}
      state={state}
      onAction={(action) => {
        // The drawer stays open: visitors set several filters in a row.
        if (action.type === 'filter') {
          dispatch(action);
          return;
        }
        // The drawer closes first: if the list changed in the same frame, a slow phone would react twice as late.
        leaveFirst(() => {
          onClose();
          dispatch(action);
        });
      }}
    />
  );
}

function Results({ shop, onClose }: { readonly shop: ShopRow; readonly onClose: () => void }) {
  const [state] = useBrowseState(shop);
  return <ShowResultsButton shop={shop} state={state} onClose={onClose} />;
}

const ShopLinks = ({ onClose }: { readonly onClose: () => void }) => (
  <ul className={styles['links']}>
    {SHOP_ROWS.map((row) => (
      <li key={row.key}>
        <ShopLink
          shop={row}
          className={styles['link']}
          onFollow={(chosen) => {
            goToShop(chosen);
            onClose();
          }}
        >
          {messages.shops[row.key]}
        </ShopLink>
      </li>
    ))}
  </ul>
);
