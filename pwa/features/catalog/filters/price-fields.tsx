import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import type { Cents } from '#contract/money/money.ts';
import { amountMessages } from '#pwa/messages/en/amounts.ts';
import { catalogMessages } from '#pwa/messages/en/catalog.ts';
import { formatAmount } from '#pwa/messages/format-price.ts';
import { readPriceRange, writePriceRange } from './price-range.ts';
import type { PriceProblem, PriceRange, PriceTexts } from './price-range.ts';
import styles from './price-fields.module.css';

interface PriceFieldsProps {
  readonly range: PriceRange;
  /** The lowest and highest price of the products, in cents. */
  readonly limits: { readonly lowest: number; readonly highest: number } | undefined;
  readonly onRange: (range: PriceRange) => void;
}

/** Inputs for the lowest and highest price in dollars. Invalid text stays in its field with an error, and the list is unchanged. */
export function PriceFields({ range, limits, onRange }: PriceFieldsProps) {
  const id = useId();
  const shown = writePriceRange(range);
  const [draft, setDraft] = useState({ texts: shown, of: shown });
  // Removing a chip, Reset and Back change the range from outside.
  if (draft.of.from !== shown.from || draft.of.to !== shown.to) setDraft({ texts: shown, of: shown });
  const [isValidated, setValidated] = useState(false);
  const result = readPriceRange(draft.texts);
  const problem = isValidated && 'reason' in result ? result : undefined;

  const apply = (): void => {
    setValidated(true);
    if ('reason' in result) return;
    if (result.priceFrom !== range.priceFrom || result.priceTo !== range.priceTo) onRange(result);
    else setDraft({ texts: shown, of: shown });
  };
  const renderField = (field: keyof PriceTexts, label: string, limit: number | undefined) => (
    <label className={styles['field']}>
      <span>{label}</span>
      <span className={styles['box']}>
        <span aria-hidden="true">$</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={draft.texts[field]}
          placeholder={limit === undefined ? '' : formatAmount(limit as Cents)}
          aria-invalid={problem?.field === field}
          aria-describedby={problem?.field === field ? `${id}-problem` : undefined}
          onChange={(event) => setDraft({ texts: { ...draft.texts, [field]: event.target.value }, of: shown })}
          onBlur={apply}
        />
      </span>
    </label>
  );
  return (
    <form
      className={styles['fields']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply();
      }}
    >
      {renderField('from', catalogMessages.filters.from, limits?.lowest)}
      {renderField('to', catalogMessages.filters.to, limits?.highest)}
      {/* Lets Enter submit the form from either field. */}
      <button type="submit" hidden>
        {catalogMessages.filters.apply}
      </button>
      <p id={`${id}-problem`} className={styles['problem']} role="alert">
        {problem && sentenceOf(problem)}
      </p>
    </form>
  );
}

function sentenceOf({ reason }: PriceProblem): string {
  const { problems } = catalogMessages.filters;
  if (reason === 'reversed') return problems.reversed;
  return reason === 'dollars' ? problems.unreadable : amountMessages[reason];
}
