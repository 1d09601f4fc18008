import type { OfferKind } from '#contract/shops.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { FloatingField } from '#pwa/ui/fields/floating-field.tsx';
import { SuggestionField } from '#pwa/ui/fields/suggestion-field.tsx';
import type { FieldProblems } from './check-draft.ts';
import { DollarField } from './dollar-field.tsx';
import styles from './product-form.module.css';
import type { RenderScanner } from './form-slots.ts';
import { PRODUCT_INPUTS } from './product-fields.ts';
import type { FieldDefinition } from './product-fields.ts';
import type { CategorySuggestions } from './use-suggestions.ts';

const { products } = adminMessages;

/** On-screen keyboard by kind of input. */
const KEYBOARDS = { dollars: 'decimal', count: 'numeric', link: 'url', barcode: 'numeric' } as const;

interface TextInputsProps {
  readonly offer: OfferKind;
  readonly values: Readonly<Record<string, string | number>>;
  readonly problems: FieldProblems;
  readonly suggestions: CategorySuggestions;
  readonly onText: (name: string, text: string) => void;
  readonly renderScanner: RenderScanner;
}

/** The text inputs of a product. */
export const TextInputs = ({ offer, values, problems, suggestions, onText, renderScanner }: TextInputsProps) =>
  PRODUCT_INPUTS[offer].map((definition) => {
    const { name, kind, isRequired } = definition;
    const label = fieldLabel(name);
    const field = {
      name,
      label,
      value: String(values[name] ?? ''),
      required: isRequired,
      problem: problems[name],
      clearLabel: products.clear(label),
      inputMode: kind in KEYBOARDS ? KEYBOARDS[kind as keyof typeof KEYBOARDS] : undefined,
      onText: (text: string) => onText(name, text),
    };
    if (kind === 'dollars') return <DollarField key={name} {...field} />;
    const offered = suggestionsOf(definition, values, suggestions);
    if (kind === 'barcode') {
      return (
        <div key={name} className={styles['scanned']}>
          <FloatingField {...field} />
          {renderScanner(field.onText)}
        </div>
      );
    }
    return offered ? (
      <SuggestionField key={name} {...field} suggestions={offered} listLabel={products.suggestions(label)} />
    ) : (
      <FloatingField key={name} {...field} />
    );
  });

function suggestionsOf(
  { kind }: FieldDefinition,
  values: TextInputsProps['values'],
  { mainCategories, categoriesOf }: CategorySuggestions,
): readonly string[] | undefined {
  if (kind === 'mainCategory') return mainCategories;
  return kind === 'category' ? categoriesOf(String(values['main_category'] ?? '')) : undefined;
}
