import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { ShopDefinition, ShopKey, OfferKind } from '#contract/shops.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useFileDrop } from '#pwa/ui/use-file-drop.ts';
import { UndoNotice } from '#pwa/ui/undo-notice.tsx';
import { useStickyHeight } from '#pwa/ui/use-sticky-height.ts';
import type { ProductDraft } from '#sync/api/admin-api.ts';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import { FloatingField } from '#pwa/ui/fields/floating-field.tsx';
import type { FloatingFieldProps } from '#pwa/ui/fields/floating-field.tsx';
import { SuggestionField } from '#pwa/ui/fields/suggestion-field.tsx';
import { amountProblem, showAmount } from '#pwa/messages/entered-amount.ts';
import { AddImages } from '../images/add-images.tsx';
import { hasRating, PRODUCT_INPUTS } from './product-fields.ts';
import type { FieldDefinition } from './product-fields.ts';
import type { RenderEditor, RenderScanner } from './form-slots.ts';
import { RatingInputs } from './rating-inputs.tsx';
import { useEditorImageStore } from '../images/use-editor-image-store.ts';
import type { FormImages } from '../images/use-form-images.ts';
import type { ProductFormState, FieldProblems } from './use-product-form.ts';
import { useSuggestions } from './use-suggestions.ts';
import type { CategorySuggestions } from './use-suggestions.ts';
import styles from './product-form.module.css';

const { products } = adminMessages;

interface ProductFormProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly draft: ProductDraft;
  readonly state: ProductFormState;
  readonly images: FormImages;
  /** Id of the product, for images of its description. */
  readonly productId: number | undefined;
  readonly isSaving: boolean;
  /** Content before the text inputs. */
  readonly head?: ReactNode;
  /** The images of the form. */
  readonly gallery: ReactNode;
  readonly renderEditor: RenderEditor;
  readonly renderScanner: RenderScanner;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly onReset: () => void;
}

/** The product form of any shop: text inputs in one column, description and images in the other. */
export function ProductForm({ shop, draft, state, images, head, gallery, isSaving, ...props }: ProductFormProps) {
  const suggestions = useSuggestions(shop.key);
  const imageStore = useEditorImageStore(shop.key, props.productId);
  const dropZone = useRef<HTMLDivElement>(null);
  const isDragging = useFileDrop(dropZone, (files) => void images.add(files));
  const form = useRef<HTMLFormElement>(null);
  const foot = useStickyHeight('--sticky-bottom');
  const forgetRemoved = useEffectEvent(() => images.removed?.forget());
  const { shown } = state;
  const { problems } = shown;
  const description = problems['description'];
  const problemCount = Object.keys(problems).length;

  useEffect(() => {
    if (shown.isNew) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <div className={styles['column']}>
        {head}
        <TextInputs
          offer={shop.offer}
          values={draft.fields}
          problems={problems}
          suggestions={suggestions}
          onText={state.setField}
          renderScanner={props.renderScanner}
        />
      </div>
      <div className={styles['column']}>
        {props.renderEditor({
          label: fieldLabel('description'),
          value: String(draft.fields['description'] ?? ''),
          onChange: (html) => state.setField('description', html),
          isDisabled: isSaving,
          imageStore,
        })}
        {description !== undefined && (
          <p className={styles['problem']} role="alert">
            {description}
          </p>
        )}
        {hasRating(shop.offer) && <RatingInputs values={draft.fields} onValue={state.setField} />}
        <section
          ref={dropZone}
          className={classNames(boxStyles['box'], styles['images'])}
          aria-label={products.images.heading}
        >
          <h2>{products.images.heading}</h2>
          <AddImages key={images.round} images={images} links={draft.links} onLinks={state.setLinks} />
          {gallery}
          {images.removed && (
            <UndoNotice
              key={images.removed.key}
              text={products.images.removed}
              undo={adminListMessages.undo}
              onUndo={images.removed.putBack}
              onOver={forgetRemoved}
            />
          )}
          {isDragging && <p className={styles['drop']}>{products.images.drop}</p>}
        </section>
      </div>
      <div ref={foot} className={styles['foot']}>
        <p className={styles['problem']} role="status">
          {problemCount > 0 && products.toCorrect(problemCount)}
        </p>
        <Button onClick={props.onReset}>{products.reset}</Button>
        <Button type="submit" look="primary" disabled={isSaving || images.preparing > 0}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}

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
const TextInputs = ({ offer, values, problems, suggestions, onText, renderScanner }: TextInputsProps) =>
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

/** An input for dollars. While it is not being edited, it shows the amount in a uniform notation and reports an amount that is invalid. */
function DollarField({ value, problem, onText, ...field }: FloatingFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const ownProblem = isEditing || value.trim() === '' ? undefined : amountProblem(value);
  return (
    <FloatingField
      {...field}
      value={isEditing ? value : showAmount(value)}
      problem={problem ?? ownProblem}
      // Editing does not start on focus: the text would change then, which would end the selection made by the Tab key.
      onText={(text) => {
        setIsEditing(true);
        onText(text);
      }}
      onBlur={() => setIsEditing(false)}
    />
  );
}
