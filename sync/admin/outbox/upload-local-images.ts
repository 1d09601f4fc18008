import { listEditorImages } from '#contract/admin-product.ts';
import { ApiError, ERRORS } from '#contract/errors.ts';
import { uploadEditorImage, uploadImages } from '#contract/http/images.ts';
import type { ShopKey } from '#contract/shops.ts';
import { toSyncProblem } from '../../server/sync-problem.ts';
import type { AdminEvent } from '../admin-api.ts';
import type { LocalImage, OperationRecord } from '../store/admin-database.ts';
import { isAuthError } from '../admin-session.ts';
import type { AdminSession } from '../admin-session.ts';
import type { AdminStore } from '../store/admin-store.ts';

export interface UploadTools {
  readonly store: AdminStore;
  readonly session: AdminSession;
  readonly emit: (event: AdminEvent) => void;
  readonly signal: AbortSignal;
}

/** Which product pictures go to, and whether it is there yet. */
export interface UploadTarget {
  readonly shop: ShopKey;
  readonly id: number;
  readonly isNew: boolean;
}

/** A picture that is wanted, with the name that it asks for. */
export interface ImageToUpload {
  readonly id: string;
  readonly name: string;
}

/** The server will never take a picture, or this device does not have it. */
export class RejectedImageError extends Error {
  readonly pictureId: string;
  readonly refusal: ApiError;

  constructor(pictureId: string, refusal: ApiError) {
    super('A picture was refused', { cause: refusal });
    this.name = 'RejectedImageError';
    this.pictureId = pictureId;
    this.refusal = refusal;
  }
}

/**
 * Uploads those pictures of an operation that have not been, one at a time, and writes each down. Under its own id a picture is the same one
 * however often it comes. @throws RejectedImageError, OperationGoneError, or as ApiClient
 */
export async function uploadProductImages(
  record: OperationRecord,
  target: UploadTarget,
  wanted: readonly ImageToUpload[],
  tools: UploadTools,
): Promise<OperationRecord> {
  let current = record;
  for (const { id, name } of wanted) {
    if (current.progress.uploaded[id] !== undefined) continue;
    const [picture] = await tools.store.listImages([id]);
    if (!picture) throw new RejectedImageError(id, new ApiError('picture-missing'));
    const uploaded = await watchUpload(id, tools, (options) =>
      tools.session.sendForm(uploadImages, {}, toForm(picture, name, target), options),
    );
    current = await noteUpload(current, tools.store, id, uploaded.pictures[0]?.name ?? name);
  }
  return current;
}

/** Uploads those pictures that a description shows and only this device has. @throws as `uploadProductImages` */
export async function uploadDescriptionImages(
  record: OperationRecord,
  { shop, id: productId }: UploadTarget,
  description: string,
  tools: UploadTools,
): Promise<OperationRecord> {
  let current = record;
  const wanted = listEditorImages(description).filter((id) => record.progress.uploaded[id] === undefined);
  for (const picture of await tools.store.listImages(wanted)) {
    await sendEditorImage(picture, shop, productId, tools);
    current = await noteUpload(current, tools.store, picture.id, '');
  }
  return current;
}

/** Uploads a picture of a description; gives its address. @throws RejectedImageError, or as ApiClient */
export async function sendEditorImage(
  picture: LocalImage,
  shop: ShopKey,
  id: number,
  tools: Omit<UploadTools, 'store'>,
): Promise<string> {
  const form = new FormData();
  form.append('image', picture.blob, 'image');
  const { imageUrl } = await watchUpload(picture.id, tools, (options) =>
    tools.session.sendForm(uploadEditorImage, { params: { shop, id } }, form, options),
  );
  return imageUrl;
}

const noteUpload = (record: OperationRecord, store: AdminStore, id: string, name: string): Promise<OperationRecord> =>
  store.change(record, { progress: { uploaded: { ...record.progress.uploaded, [id]: name } } });

function toForm({ blob }: LocalImage, name: string, { shop, id, isNew }: UploadTarget): FormData {
  const form = new FormData();
  form.append('productId', String(id));
  form.append('shopType', shop);
  // Says that the picture is for a product that is to be added: one that has the id meanwhile is not to get it.
  if (isNew) form.append('rate', '0');
  form.append('images', blob, name);
  return form;
}

type SendOptions = Parameters<AdminSession['sendForm']>[3];

async function watchUpload<T>(
  pictureId: string,
  { emit, signal }: Pick<UploadTools, 'emit' | 'signal'>,
  send: (options: SendOptions) => Promise<T>,
): Promise<T> {
  const onProgress = (sentBytes: number, totalBytes: number): void =>
    emit({ type: 'progress', pictureId, sentBytes, totalBytes });
  try {
    return await send({ signal, idempotencyKey: pictureId, onProgress });
  } catch (error) {
    signal.throwIfAborted();
    if (isAuthError(error)) throw error;
    const isRejected = error instanceof ApiError && ERRORS[error.code].retry === 'never';
    emit({ type: 'upload-failed', pictureId, problem: isRejected ? error.code : toSyncProblem(error) });
    throw isRejected ? new RejectedImageError(pictureId, error) : error;
  }
}
