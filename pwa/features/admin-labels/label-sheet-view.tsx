import type { CSSProperties } from 'react';
import { adminLabelMessages } from '#pwa/messages/en/admin-labels.ts';
import { currentShop, shopName } from '#pwa/messages/shop.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { conditionName } from '#pwa/messages/term-names.ts';
import { PAPERS } from './label-sheets.ts';
import type { LabelSheet } from './label-sheets.ts';
import type { ShelfLabel } from './plan-labels.ts';
import { QrCode } from './qr-code.tsx';
import styles from './shelf-labels.module.css';

interface LabelSheetViewProps {
  readonly sheet: LabelSheet;
  readonly labels: readonly (ShelfLabel | null)[];
  readonly number: number;
}

/** One sheet of paper in its real size; a narrower screen shows it smaller. */
export function LabelSheetView({ sheet, labels, number }: LabelSheetViewProps) {
  const paper = PAPERS[sheet.paper];
  const measures = {
    '--paper-width': paper.width,
    '--paper-height': paper.height,
    '--columns': sheet.columns,
    '--label-width': sheet.width,
    '--label-height': sheet.height,
    '--sheet-left': sheet.left,
    '--sheet-top': sheet.top,
    '--sheet-gap': sheet.gap,
  } as CSSProperties;
  return (
    <section className={styles[sheet.paper]} style={measures} aria-label={adminLabelMessages.sheet(number)}>
      <ul className={styles['labels']}>
        {labels.map((label, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a label is identified by its place on the paper
          <li key={place} className={styles['label']} aria-hidden={label === null}>
            {label && <Label label={label} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const Label = ({ label: { id, title, price, condition, link } }: { readonly label: ShelfLabel }) => (
  <>
    <QrCode text={link} className={styles['code']} />
    <div className={styles['text']}>
      <p className={styles['title']} dir="auto">
        {title}
      </p>
      {condition !== null && <p>{conditionName(condition)}</p>}
      {price > 0 && <p className={styles['price']}>{formatPrice(price)}</p>}
      <p className={styles['id']}>
        {adminLabelMessages.id(id)} · {currentShop().shortName ?? shopName()}
      </p>
    </div>
  </>
);
