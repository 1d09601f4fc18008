import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { getShop, SHOP_KEYS } from '#contract/shops.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { watchMessages } from '#pwa/messages/en/watch.ts';
import { wishListMessages } from '#pwa/messages/en/wish-list.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { isReady, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { savedOffers } from './watch/saved-offers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StoredNotice } from '#pwa/ui/stored-notice.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { storedWishLists, useWishListIds } from './stored-wish-lists.ts';
import { WatchPart } from './watch/watch-part.tsx';
import { WatchSettingsPart } from './watch/watch-settings-part.tsx';
import { useWishListCount } from './wish-list.ts';
import styles from './wish-list-panel.module.css';

type Shop = ShopDefinition & { readonly key: ShopKey };

interface WishListPanelProps {
  readonly renderCard: (shop: Shop, card: WireCard) => ReactNode;
  /** What is missing for notifications of watched products; nothing when they are on. */
  readonly missing: ReactNode;
  readonly onClose: () => void;
}

/** The wish lists of all shops, each under its shop's name. */
export function WishListPanel({ renderCard, missing, onClose }: WishListPanelProps) {
  const body = useRef<HTMLDivElement>(null);
  const count = useWishListCount();

  useEffect(() => {
    // Removing a card also removes the focused button: keep the focus in the list. Any render can remove a card: no dependency array.
    if (document.activeElement === document.body) body.current?.focus({ preventScroll: true });
  });

  return (
    <Modal kind="panel" label={messages.wishes.open} onClose={onClose}>
      <DrawerHead title={messages.wishes.open} closeLabel={wishListMessages.close} onClose={onClose} />
      <div ref={body} className={styles['body']} tabIndex={-1}>
        <StoredNotice
          stored={storedWishLists}
          describeDamage={() => wishListMessages.damaged}
          fileName="damaged-wish-list.json"
        />
        <StoredNotice
          stored={savedOffers}
          describeDamage={() => watchMessages.damaged}
          fileName="damaged-saved-prices.json"
        />
        <p role="status" className={styles['count']}>
          {count > 0 && wishListMessages.count(count)}
        </p>
        {count === 0 && (
          <div className={styles['empty']}>
            <Icon name="heart" />
            <h3>{wishListMessages.empty}</h3>
            <p>{wishListMessages.emptyHint}</p>
          </div>
        )}
        {SHOP_KEYS.map((key) => (
          <ShopWishList key={key} shop={getShop(key)} renderCard={renderCard} />
        ))}
        {count > 0 && <WatchSettingsPart missing={missing} />}
      </div>
    </Modal>
  );
}

function ShopWishList({ shop, renderCard }: Pick<WishListPanelProps, 'renderCard'> & { readonly shop: Shop }) {
  const ids = useWishListIds(shop.key);
  const { data: cards } = useCards(shop.key, ids);
  const isComplete = useSyncStatus(shop.key, isReady);
  if (ids.length === 0) return null;
  const cardById = new Map(cards?.map((card) => [card.id, card]));
  return (
    <section className={styles['shop']} aria-label={messages.shops[shop.key]}>
      <h3>{messages.shops[shop.key]}</h3>
      {!cards && <Skeleton label={messages.states.loading} />}
      <ul className={styles['grid']}>
        {cards &&
          ids.map((id) => {
            const card = cardById.get(id);
            return (
              <li key={id} className={card ? styles['item'] : styles['missing']}>
                {card ? (
                  <>
                    {renderCard(shop, card)}
                    <WatchPart shop={shop} card={card} />
                  </>
                ) : (
                  <NoCard shop={shop.key} id={id} isGone={isComplete} />
                )}
              </li>
            );
          })}
      </ul>
    </section>
  );
}

/** An item whose product has left the shop or is not on this device. */
const NoCard = ({ shop, id, isGone }: { readonly shop: ShopKey; readonly id: number; readonly isGone: boolean }) => (
  <>
    <p>{isGone ? wishListMessages.gone(id) : wishListMessages.notHere(id)}</p>
    <Button aria-label={wishListMessages.removeGone(id)} onClick={() => storedWishLists.remove(shop, id)}>
      {wishListMessages.remove}
    </Button>
  </>
);
