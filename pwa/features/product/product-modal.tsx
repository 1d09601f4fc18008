import { useState } from 'react';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import type { ReactNode } from 'react';
import type { WireCard } from '#sync/api/engine-api.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { HtmlView } from '#pwa/ui/html/html-view.tsx';
import { modalFillsScreen } from '#pwa/ui/dialogs/fills-screen.ts';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useAfterPaint } from '#pwa/ui/use-after-paint.ts';
import { detailParts } from './price-and-stock/detail-parts.ts';
import { Marketplaces } from './price-and-stock/marketplaces.tsx';
import type { RenderActions } from './price-and-stock/render-actions.ts';
import { Gallery } from './images/gallery.tsx';
import { ShareButton } from './share-button.tsx';
import { useImageFlight } from './images/use-image-flight.ts';
import { useProduct } from './use-product.ts';
import type { OpenProduct } from './use-product.ts';
import styles from './product-modal.module.css';

/** A title above this length has a smaller font. */
const LONG_TITLE = 90;

export interface ProductModalProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly id: number;
  /** The clicked card; undefined when a URL opened the product. */
  readonly known: WireCard | undefined;
  readonly onClose: () => void;
  /** Slots for other features: actions of the offer, and help below it. */
  readonly renderActions?: RenderActions;
  readonly renderHelp?: (card: WireCard) => ReactNode;
  /** Renders a part beside the price once the product has loaded; `barcode` is empty if it has none, or its details are unavailable. */
  readonly renderElsewhere?: (barcode: string) => ReactNode;
  /** Controls beside the close button, the same as in the corner of a card. */
  readonly renderTools?: (card: WireCard) => ReactNode;
}

/**
 * Shows an open product over its shop: the fields of its card at once, its details when they have loaded. A modal that fills the screen has
 * only the title and the image's space in its first frame, so that it opens faster; the parts that follow do not move these.
 */
export function ProductModal(props: ProductModalProps) {
  const { shop, id, known, renderTools, onClose } = props;
  const open = useProduct(shop, id, known);
  const isPainted = useAfterPaint(modalFillsScreen());
  return (
    <Modal kind="modal" label={open.card?.title ?? productMessages.id(id)} hasAddress onClose={onClose}>
      <div className={styles['tools']}>
        <IconButton icon="close" label={productMessages.close} onClick={onClose} />
        {isPainted && open.card && (
          <>
            {renderTools?.(open.card)}
            <ShareButton title={open.card.title} address={`${shop.path}?product=${id}`} />
          </>
        )}
      </div>
      {open.card ? (
        <ProductBody {...props} open={open} card={open.card} isPainted={isPainted} />
      ) : (
        <NoProduct state={open.state} onClose={onClose} />
      )}
    </Modal>
  );
}

interface ProductBodyProps extends ProductModalProps {
  readonly open: OpenProduct;
  readonly card: WireCard;
  readonly isPainted: boolean;
}

function ProductBody({ shop, open, card, isPainted, renderElsewhere, renderActions, renderHelp }: ProductBodyProps) {
  const { DetailPart } = detailParts(shop.offer);
  const [condition, setCondition] = useState<ConditionKey>();
  const { product } = open;
  const marked = product && 'condition_images' in product ? product.condition_images : undefined;
  useImageFlight(card.id, isPainted);
  return (
    <article className={styles['body']}>
      <div className={styles['facts']}>
        <h2 className={classNames(styles['title'], card.title.length > LONG_TITLE && styles['long'])} dir="auto">
          {card.title}
        </h2>
        {isPainted && (
          <>
            <p className={styles['meta']}>
              <span>{productMessages.id(card.id)}</span>
              <bdi>{card.category}</bdi>
              <span>{productMessages.views(card.view_count)}</span>
            </p>
            <DetailPart
              shop={shop.key}
              card={card}
              product={product}
              elsewhere={open.state !== 'loading' && renderElsewhere?.(product?.barcode ?? '')}
              renderActions={renderActions}
              onCondition={setCondition}
            />
            {renderHelp?.(card)}
          </>
        )}
      </div>
      <div className={styles['images']}>
        {isPainted ? (
          <Gallery key={card.id} card={card} imageFolder={shop.imageFolder} wanted={condition && marked?.[condition]} />
        ) : (
          <div className={styles['stage']} />
        )}
      </div>
      {isPainted && (
        <div className={styles['below']}>
          <Description open={open} title={card.title} />
          {product && 'ebay' in product && <Marketplaces product={product} />}
        </div>
      )}
    </article>
  );
}

interface DescriptionProps {
  readonly open: OpenProduct;
  readonly title: string;
}

function Description({ open: { product, state }, title }: DescriptionProps) {
  if (product?.description === '') return null;
  return (
    <section className={styles['description']} aria-label={productMessages.description} aria-busy={state === 'loading'}>
      {product && <HtmlView html={product.description} title={title} />}
      {!product && state === 'unavailable' && <p className={styles['soft']}>{productMessages.detailsOffline}</p>}
      {!product && state === 'loading' && (
        <Skeleton label={productMessages.loadingDetails} className={styles['lines']}>
          <span style={{ width: '92%' }} />
          <span style={{ width: '78%' }} />
          <span style={{ width: '85%' }} />
        </Skeleton>
      )}
    </section>
  );
}

function NoProduct({ state, onClose }: { readonly state: OpenProduct['state']; readonly onClose: () => void }) {
  if (state === 'loading') return <Skeleton label={messages.states.loading} className={styles['missing']} />;
  const isMissing = state === 'missing';
  return (
    <div className={styles['missing']} role="status">
      <h2 className={styles['title']}>{isMissing ? productMessages.missing : productMessages.unavailable}</h2>
      <p className={styles['soft']}>{isMissing ? productMessages.missingHint : productMessages.unavailableHint}</p>
      <Button look="primary" onClick={onClose}>
        {productMessages.backToShop}
      </Button>
    </div>
  );
}
