import { useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { CardOf } from '#contract/blocks/card.ts';
import type { OfferKind, ShopRow } from '#contract/shops.ts';
import { compareMessages } from '#pwa/messages/en/compare.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Switch } from '#pwa/ui/fields/switch.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { AffiliatePrices, AffiliateRating } from '../price-and-stock/affiliate-offer.tsx';
import { listConditionOffers } from '../price-and-stock/condition-offers.ts';
import { OpenBoxPrice } from '../price-and-stock/open-box-offer.tsx';
import { alignFacts, differ } from './align-facts.ts';
import { listOfferRows } from './list-offer-rows.ts';
import type { OfferRow } from './list-offer-rows.ts';
import type { ComparedProduct } from './use-compared-products.ts';
import styles from './compare-table.module.css';

interface OfferParts<Kind extends OfferKind> {
  Price(props: { readonly card: CardOf[Kind] }): ReactNode;
  Rating(props: { readonly card: CardOf[Kind] }): ReactNode;
}

const PARTS: { readonly [Kind in OfferKind]: OfferParts<Kind> } = {
  affiliate: { Price: AffiliatePrices, Rating: AffiliateRating },
  openBox: { Price: ({ card }) => <OpenBoxPrice offers={listConditionOffers(card)} />, Rating: () => null },
};
const offerParts = (kind: OfferKind): OfferParts<OfferKind> => PARTS[kind];

interface CompareTableProps {
  readonly shop: ShopRow;
  readonly products: readonly ComparedProduct[];
  /** Renders the head of a product's column. */
  readonly renderHead: (product: ComparedProduct) => ReactNode;
}

interface Row {
  readonly label: string;
  /** By product; undefined where it is not known. */
  readonly cells: readonly ReactNode[];
  readonly differs: boolean;
}

/** Products side by side: their offers, then the facts of their descriptions, aligned. Rows that differ are marked. */
export function CompareTable({ shop, products, renderHead }: CompareTableProps) {
  const [isShort, setShort] = useState(false);
  const cards = products.flatMap(({ card }) => card ?? []);
  const offers = listOfferRows(shop.offer, cards).map((row) => toOfferRow(row, shop.offer, products));
  const facts = alignFacts(products.map((product) => product.facts)).map(toFactRow);
  const unknown = products.flatMap(({ card, facts: known }) => (card && !known ? card.title : []));
  const shown = (rows: readonly Row[]): readonly Row[] => (isShort ? rows.filter(({ differs }) => differs) : rows);
  const columns = products.length + 1;
  return (
    <>
      {cards.length > 1 && (
        <div className={styles['tools']}>
          <Switch isOn={isShort} onChange={setShort}>
            {compareMessages.onlyDifferences}
          </Switch>
        </div>
      )}
      {/* A wide table scrolls inside its own box, which the keyboard can scroll as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroll']} role="region" aria-label={compareMessages.title} tabIndex={0}>
        <table className={styles['table']} style={{ '--columns': products.length } as CSSProperties}>
          <thead>
            <tr>
              <td className={styles['corner']}>
                <VisuallyHidden>{compareMessages.fact}</VisuallyHidden>
              </td>
              {products.map((product) => (
                <th key={product.id} scope="col">
                  {renderHead(product)}
                </th>
              ))}
            </tr>
          </thead>
          <Rows heading={compareMessages.offer} columns={columns} rows={shown(offers)} />
          <Rows heading={compareMessages.description} columns={columns} rows={shown(facts)} />
        </table>
      </div>
      <div role="status" className={styles['note']}>
        {isShort && shown([...offers, ...facts]).length === 0 && <p>{compareMessages.noDifferences}</p>}
        {facts.length === 0 && unknown.length === 0 && cards.length > 0 && <p>{compareMessages.noFacts}</p>}
        {unknown.map((title) => (
          <p key={title}>{compareMessages.detailsMissing(title)}</p>
        ))}
      </div>
    </>
  );
}

function Rows({
  heading,
  columns,
  rows,
}: {
  readonly heading: string;
  readonly columns: number;
  readonly rows: readonly Row[];
}) {
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th className={styles['heading']} colSpan={columns} scope="rowgroup">
          <span>{heading}</span>
        </th>
      </tr>
      {rows.map(({ label, cells, differs }) => (
        <tr key={label} className={classNames(differs && styles['differs'])}>
          <th scope="row" dir="auto">
            {label}
            {differs && <VisuallyHidden>{` (${compareMessages.differs})`}</VisuallyHidden>}
          </th>
          {cells.map((cell, column) => (
            // The cells have no state, so the column's index is a sufficient key.
            // oxlint-disable-next-line react/no-array-index-key
            <td key={column} dir="auto">
              {cell ?? <MissingValue />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function toOfferRow(row: OfferRow<OfferKind>, kind: OfferKind, products: readonly ComparedProduct[]): Row {
  const { Price, Rating } = offerParts(kind);
  const cells = products.map(({ card }) => {
    if (!card) return undefined;
    if (row.kind === 'price') return <Price key={card.id} card={card} />;
    return row.kind === 'rating' ? <Rating key={card.id} card={card} /> : row.text(card);
  });
  return { label: row.label, cells, differs: differ(products.flatMap(({ card }) => (card ? row.text(card) : []))) };
}

const toFactRow = ({ key, values, differs }: ReturnType<typeof alignFacts>[number]): Row => ({
  label: key,
  cells: values,
  differs,
});

const MissingValue = () => (
  <>
    <span aria-hidden="true">{compareMessages.none}</span>
    <VisuallyHidden>{compareMessages.noValue}</VisuallyHidden>
  </>
);
