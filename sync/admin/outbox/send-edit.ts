import { editedImageName } from '#contract/admin-product.ts';
import { ApiError } from '#contract/errors.ts';
import { editProduct } from '#contract/http/admin-products.ts';
import { listImages, orderImages } from '#contract/http/images.ts';
import { productSchema } from '#contract/product.ts';
import type { AdminOperation, ImageRef } from '../admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import type { Decision } from './decision.ts';
import { changedFields, mergeEdit, rebaseEdit } from './merge-edit.ts';
import { toEditBase } from './operation-record.ts';
import type { RecentEdits } from './recent-edits.ts';
import { uploadDescriptionImages, uploadProductImages } from './upload-local-images.ts';
import type { UploadTools } from './upload-local-images.ts';

export interface EditTools extends UploadTools {
  readonly recentEdits: RecentEdits;
}

type Edit = Extract<AdminOperation, { kind: 'editProduct' }>;

/** Changes a product: its fields first, then its new pictures, then their order. @throws as `sendOperation` */
export async function sendEdit(record: OperationRecord, operation: Edit, tools: EditTools): Promise<Decision> {
  const { shop, id, fields, pictures } = operation;
  const target = { shop, id, isNew: false };
  const current = await uploadDescriptionImages(record, target, fields.description, tools);
  const saving = await saveFields(current, operation, tools);
  if ('outcome' in saving) return saving;
  if (!pictures) return { outcome: 'applied', record: saving, product: saving.progress.saved, order: null };
  const wanted = pictures.flatMap((picture, place) =>
    picture.kind === 'kept' ? [{ id: picture.id, name: editedImageName(record.createdAtMs, place + 1) }] : [],
  );
  // Of a product that is not there any more they would wait for another one, and nobody would hear of it.
  if (!saving.progress.saved) await tools.session.call(listImages, { params: { shop, id } }, { signal: tools.signal });
  const uploaded = await uploadProductImages(saving, target, wanted, tools);
  // Somebody who had no network knew no names of the pictures that are there: new ones come behind them.
  if (!pictures.some(({ kind }) => kind === 'stored'))
    return { outcome: 'applied', record: uploaded, product: uploaded.progress.saved, order: null };
  const images = toNames(pictures, uploaded);
  // One that comes late must not undo what somebody else made of the order since.
  const options = { signal: tools.signal, idempotencyKey: record.callKey };
  await tools.session.call(orderImages, { params: { shop, id }, body: { images } }, options);
  return { outcome: 'applied', record: uploaded, product: uploaded.progress.saved, order: null };
}

/** Sends what the edit changed, merged with what others did meanwhile; gives the operation once that is saved, or the conflict. */
async function saveFields(
  record: OperationRecord,
  operation: Edit,
  tools: EditTools,
): Promise<OperationRecord | Extract<Decision, { outcome: 'conflict' }>> {
  const { shop, id, base, fields } = operation;
  const changes = changedFields(base.fields, fields);
  if (record.progress.saved || Object.keys(changes).length === 0) return record;
  const { session, store, signal } = tools;
  try {
    const saved = await session.call(
      editProduct,
      { params: { shop, id }, body: changes },
      { signal, idempotencyKey: record.callKey, headers: { 'if-match': `"${base.version}"` } },
    );
    return await store.change(record, { progress: { saved } });
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'stale-version';
    const current = isStale ? productSchema.safeParse(error.current).data : undefined;
    if (!current) throw error;
    const theirs = toEditBase(current);
    const own = tools.recentEdits.find(shop, id, theirs.version);
    const start = own ? rebaseEdit({ base, fields }, own, theirs) : { base, fields };
    const merged = mergeEdit(start.base.fields, start.fields, theirs.fields);
    if (merged.conflicts.length > 0) {
      const conflict = { base: theirs, fields: merged.conflicts };
      return { outcome: 'conflict', record, operation: { ...operation, fields: merged.fields }, conflict };
    }
    const again = { ...operation, base: theirs, fields: merged.fields };
    return saveFields(await store.change(record, { operation: again }), again, tools);
  }
}

const toNames = (pictures: readonly ImageRef[], { progress }: OperationRecord): string[] =>
  pictures.flatMap((picture) => (picture.kind === 'stored' ? [picture.name] : (progress.uploaded[picture.id] ?? [])));
