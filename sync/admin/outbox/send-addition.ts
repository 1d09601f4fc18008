import * as z from 'zod/mini';
import { addedImageName } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import { addProduct, nextId } from '#contract/http/admin-products.ts';
import { productIdSchema } from '#contract/products/product.ts';
import type { AdminOperation } from '../../api/admin-api.ts';
import type { OperationRecord } from '../store/admin-database.ts';
import type { Decision } from './apply-decision.ts';
import { uploadDescriptionImages, uploadProductImages } from './upload-local-images.ts';
import type { UploadTools } from './upload-local-images.ts';

type Addition = Extract<AdminOperation, { kind: 'addProduct' }>;

const nextIdSchema = z.object({ nextId: productIdSchema });

/** Uploads images, then adds their product, under the next id if its own is taken and was not typed. @throws as `sendOperation` */
export async function sendAddition(
  record: OperationRecord,
  operation: Addition,
  tools: UploadTools,
): Promise<Decision> {
  const { shop, id, fields, images, conditionImages } = operation;
  const target = { shop, id, isNew: true };
  const wanted = images.map((image, place) => ({ id: image, name: addedImageName(place + 1) }));
  let current = await uploadDescriptionImages(record, target, fields.description, tools);
  current = await uploadProductImages(current, target, wanted, tools);
  current = await noteSent(current, shop, tools, current !== record);
  try {
    const { session, signal } = tools;
    const marks = conditionImages && { condition_images: conditionImages };
    const body = { ...fields, id, pictures: [...images], ...marks };
    const options = { signal, idempotencyKey: current.id };
    const product = await session.call(addProduct, { query: { shop }, body }, options);
    return { outcome: 'applied', record: current, product, order: null };
  } catch (error) {
    // Only a repeated call gets this answer: the first one succeeded, and the product has been deleted since.
    if (error instanceof ApiError && error.code === 'not-found')
      return { outcome: 'applied', record: current, product: null, order: null };
    const again = await tryOtherwise(current, operation, error, tools);
    if (!again) throw error;
    return sendAddition(again, again.operation as Addition, tools);
  }
}

/** Once the server answers, records that it may have the addition from now on; until then, the addition can be changed in place. */
async function noteSent(
  record: OperationRecord,
  shop: Addition['shop'],
  { session, signal, store }: UploadTools,
  hasAnswered: boolean,
): Promise<OperationRecord> {
  if (record.progress.isSent === true) return record;
  if (!hasAnswered) await session.call(nextId, { query: { shop } }, { signal });
  return store.change(record, { progress: { isSent: true } });
}

/** Returns the addition in a form that may succeed; undefined when a person must change it. */
async function tryOtherwise(
  record: OperationRecord,
  operation: Addition,
  error: unknown,
  { store }: UploadTools,
): Promise<OperationRecord | undefined> {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'id-taken' && !operation.isOwnId) {
    const next = nextIdSchema.safeParse(error.current).data;
    return next && store.change(record, { operation: { ...operation, id: next.nextId } });
  }
  if (error.code !== 'picture-missing' || record.progress.isUploadedAgain) return undefined;
  return store.change(record, { progress: { uploaded: {}, isUploadedAgain: true } });
}
