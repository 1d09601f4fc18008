import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { EditConflict, ProductDraft } from '#sync/api/admin-api.ts';
import { FormNotice } from './form-notice.tsx';
import type { RenderAlternatives } from './form-slots.ts';
import type { StoredDraft } from './use-product-draft.ts';

const { products } = adminMessages;

export interface ShownAlternatives {
  /** Names the fields that were changed in two windows; empty without any. */
  readonly notice: ReactNode;
  /** The dialog to choose their values, while it is open. */
  readonly dialog: ReactNode;
  /** Returns `act`; while values are undecided, returns a function that opens the dialog instead. */
  readonly decideBefore: (act: () => void) => () => void;
}

/** Shows the fields of a form that were changed in two windows, and lets the user choose their values. */
export function useAlternatives(
  { draft, change }: Pick<StoredDraft, 'draft' | 'change'>,
  render: RenderAlternatives,
): ShownAlternatives {
  const [isChoosing, setChoosing] = useState(false);
  const conflicts = draft ? listConflicts(draft) : [];
  const isOpen = conflicts.length > 0;
  const place = useRef<HTMLDivElement>(null);
  const [choiceCount, setChoiceCount] = useState(0);
  useEffect(() => {
    // The button that had the focus has disappeared with the notice.
    if (choiceCount > 0) place.current?.focus();
  }, [choiceCount]);
  const close = (): void => setChoosing(false);
  const choose = (values: ProductDraft['fields']): void => {
    close();
    setChoiceCount((count) => count + 1);
    change(({ alternatives: _decided, ...last }) => ({ ...last, fields: { ...last.fields, ...values } }));
  };
  return {
    notice: (
      <div ref={place} tabIndex={-1}>
        {isOpen && (
          <FormNotice>
            <span>{products.twoWindows(conflicts.map(({ field }) => fieldLabel(field)))}</span>
            <Button look="quiet" onClick={() => setChoosing(true)}>
              {products.choose}
            </Button>
          </FormNotice>
        )}
      </div>
    ),
    dialog: isOpen && isChoosing && render({ conflicts, onChoose: choose, onClose: close }),
    decideBefore: (act) => (isOpen ? () => setChoosing(true) : act),
  };
}

const listConflicts = ({ fields, alternatives = {} }: ProductDraft): EditConflict['fields'] =>
  Object.entries(alternatives).map(([field, { base, value }]) => ({
    field,
    base,
    mine: fields[field] ?? base,
    theirs: value,
  }));
