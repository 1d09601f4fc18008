import { useEffect, useRef, useState } from 'react';
import type { ShopRow } from '#contract/shops.ts';
import { adminLabelMessages } from '#pwa/messages/en/admin-labels.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useLayer } from '#pwa/ui/dialogs/use-layer.ts';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import { LabelSheetView } from './label-sheet-view.tsx';
import { LABEL_SHEETS, labelsPerSheet } from './label-sheets.ts';
import { listLabels, planSheets } from './plan-labels.ts';
import { SheetChoice } from './sheet-choice.tsx';
import styles from './shelf-labels.module.css';

/** Maximum number of copies of a label, which is more than a shelf has room for. */
const MAX_COPIES = 20;

interface ShelfLabelsProps {
  readonly shop: ShopRow;
  readonly cards: readonly WireCard[];
  readonly onClose: () => void;
}

/** Labels of products to print on sheets, with a QR code that opens the product. */
export function ShelfLabels({ shop, cards, onClose }: ShelfLabelsProps) {
  useLayer(true, onClose);
  const [sheet, setSheet] = useState(LABEL_SHEETS[0]);
  const [copies, setCopies] = useState('1');
  const [firstLabel, setFirstLabel] = useState('1');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);

  const perSheet = labelsPerSheet(sheet);
  const isWrongCopies = !isWithin(copies, MAX_COPIES);
  const isWrongFirst = !isWithin(firstLabel, perSheet);
  const labels = listLabels(shop, cards, location.origin);
  const sheets =
    isWrongCopies || isWrongFirst
      ? []
      : planSheets(labels, { copies: Number(copies), firstLabel: Number(firstLabel), perSheet });
  return (
    <section className={styles['page']}>
      <header className={styles['tools']}>
        <h1 ref={heading} tabIndex={-1}>
          {adminLabelMessages.title}
        </h1>
        <div className={styles['choices']}>
          <SheetChoice sheet={sheet} onChoose={setSheet} />
          <TextField
            label={adminLabelMessages.copies}
            inputMode="numeric"
            autoComplete="off"
            value={copies}
            problem={isWrongCopies ? adminLabelMessages.wrongNumber(MAX_COPIES) : undefined}
            onText={setCopies}
          />
          <TextField
            label={adminLabelMessages.firstLabel}
            inputMode="numeric"
            autoComplete="off"
            value={firstLabel}
            problem={isWrongFirst ? adminLabelMessages.wrongNumber(perSheet) : undefined}
            onText={setFirstLabel}
          />
        </div>
        <p className={styles['hint']}>{adminLabelMessages.hint}</p>
        <div className={styles['actions']}>
          <Button look="primary" disabled={sheets.length === 0} onClick={() => print()}>
            {adminLabelMessages.print(sheets.length)}
          </Button>
          <Button onClick={onClose}>{adminLabelMessages.close}</Button>
        </div>
      </header>
      {sheets.map((placed, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a sheet is identified by its position
        <LabelSheetView key={index} sheet={sheet} labels={placed} number={index + 1} />
      ))}
    </section>
  );
}

const isWithin = (text: string, highest: number): boolean =>
  /^[1-9]\d{0,2}$/.test(text.trim()) && Number(text) <= highest;
