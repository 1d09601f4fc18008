import { useState } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { AdminEntry, DraftKey } from '#sync/api/admin-api.ts';
import { readId } from '../form/product-fields.ts';
import { ClearFormDialog } from '../form/clear-form-dialog.tsx';
import { FormAlertView } from '../form/form-alert.tsx';
import type { FormAlert } from '../form/form-alert.tsx';
import { FormNotice } from '../form/form-notice.tsx';
import { IdField } from '../form/id-field.tsx';
import { ImageGallery } from '../images/image-gallery.tsx';
import { ProductForm } from '../form/product-form.tsx';
import type { RenderAlternatives, RenderEditor, RenderScanner } from '../form/form-slots.ts';
import { SavingDialog } from '../form/saving-dialog.tsx';
import { useAlternatives } from '../form/use-alternatives.tsx';
import styles from '../form/product-form.module.css';
import { useAddProduct } from './use-add-product.ts';
import { useHeldForm } from './use-held-form.ts';

const { products } = adminMessages;

interface AddProductProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** The pending or rejected addition in the outbox that the form edits; undefined for a new product. */
  readonly entry: AdminEntry | undefined;
  readonly renderEditor: RenderEditor;
  readonly renderScanner: RenderScanner;
  readonly renderAlternatives: RenderAlternatives;
  /** Called when the form of `entry` is finished. */
  readonly onDone: () => void;
}

/** The form of a new product, or of one whose addition is in the outbox. */
export function AddProduct({ entry, onDone, ...props }: AddProductProps) {
  const [alert, setAlert] = useState<FormAlert>();
  const { form, others, open } = useHeldForm(props.shop.key, entry === undefined);
  const draftKey = entry ? (`${props.shop.key}/addition/${entry.op}` as const) : form?.key;
  return (
    <>
      {!entry && form?.isSecond && <FormNotice>{products.secondForm}</FormNotice>}
      {!entry && form && others.length > 0 && (
        <p className={styles['unfinished']}>
          {products.edit.unfinished}
          {others.map(({ key, title }) => (
            <Button key={key} onClick={() => open(key)}>
              <bdi className={styles['unfinishedTitle']}>{title === '' ? products.untitled : title}</bdi>
            </Button>
          ))}
        </p>
      )}
      {draftKey && (
        <AddForm
          key={draftKey}
          draftKey={draftKey}
          entry={entry}
          onDone={(done) => {
            setAlert(done);
            if (entry) onDone();
          }}
          {...props}
        />
      )}
      {!draftKey && <p>{products.loadingForm}</p>}
      {alert && (
        <FormAlertView
          alert={alert}
          onClose={() => {
            setAlert(undefined);
            // Entering the next product starts with its title.
            afterPaint(() => document.querySelector<HTMLElement>('form [name="title"]')?.focus());
          }}
        />
      )}
    </>
  );
}

interface AddFormProps extends Omit<AddProductProps, 'onDone'> {
  readonly draftKey: DraftKey;
  readonly onDone: (alert?: FormAlert) => void;
}

function AddForm({ shop, entry, draftKey, renderEditor, renderScanner, ...props }: AddFormProps) {
  const form = useAddProduct({ shop, entry, draftKey, onDone: props.onDone });
  const versions = useAlternatives(form.storedDraft, props.renderAlternatives);
  const isWaiting = entry?.state === 'waiting';
  const { storedDraft, draft, images, state, saving, alert } = form;
  const [isConfirmingClear, setConfirmingClear] = useState(false);
  if (!draft) return <p>{products.loadingForm}</p>;
  return (
    <>
      {entry?.rejection && <FormNotice>{products.rejectedForm(serverSentence(entry.rejection.detail))}</FormNotice>}
      {isWaiting && <FormNotice>{products.waitingForm}</FormNotice>}
      {storedDraft.isRestored && (
        <FormNotice>
          {products.draft}
          <Button look="quiet" onClick={() => setConfirmingClear(true)}>
            {products.startAnew}
          </Button>
        </FormNotice>
      )}
      {storedDraft.problem !== undefined && <FormNotice>{storedDraft.problem}</FormNotice>}
      {versions.notice}
      <ProductForm
        shop={shop}
        draft={draft}
        state={state}
        images={images}
        productId={readId(draft.id)}
        isSaving={saving.isSaving}
        head={
          <IdField
            label={fieldLabel('id')}
            value={draft.id}
            problem={state.shown.problems['id']}
            onText={state.setId}
          />
        }
        gallery={
          <ImageGallery
            images={draft.images}
            folder={undefined}
            onMove={images.move}
            onRemove={images.remove}
            onMark={shop.offer === 'openBox' ? images.mark : undefined}
          />
        }
        renderEditor={renderEditor}
        renderScanner={renderScanner}
        submitLabel={isWaiting ? products.save : products.add}
        onSubmit={versions.decideBefore(() => void form.submit())}
        onReset={() => setConfirmingClear(true)}
      />
      {saving.isSaving && (
        <SavingDialog
          title={isWaiting ? products.saving : products.adding}
          images={draft.images}
          onContinue={saving.continueInBackground}
        />
      )}
      {isConfirmingClear && (
        <ClearFormDialog onConfirm={() => void form.reset()} onClose={() => setConfirmingClear(false)} />
      )}
      {versions.dialog}
      {alert && <FormAlertView alert={alert} onClose={form.closeAlert} />}
    </>
  );
}
