import { useState } from 'react';
import { MAX_IMAGE_COUNT, MAX_UPLOAD_FILES } from '#contract/limits.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { ImageRef, ProductDraft } from '#sync/api/admin-api.ts';
import { imageKey } from '../form/product-draft.ts';
import type { StoredDraft } from '../form/use-product-draft.ts';
import { storeImage } from './store-image.ts';

const { images: texts } = adminMessages.products;

export interface FormImages {
  /** The round of the form's draft: when it changes, links that are still being fetched are given up. */
  readonly round: number;
  /** Number of files being checked and stored. */
  readonly preparing: number;
  /** Messages about files that could not be added. */
  readonly problems: readonly string[];
  readonly add: (files: readonly Blob[]) => Promise<void>;
  /** Adds one file without clearing the messages about earlier ones. */
  readonly addOne: (file: Blob) => Promise<void>;
  readonly closeProblems: () => void;
  /** Removes an image from the form and, once it can no longer be put back, from the device. If `onPutBack` is null, there is no undo. */
  readonly remove: (image: ImageRef, onPutBack?: (() => void) | null) => void;
  /** The image that was removed last, while it can be put back. */
  readonly removed: RemovedImage | undefined;
  /** Moves an image to another position. */
  readonly move: (from: number, to: number) => void;
  /** Sets the condition that an image shows; undefined for none. Another image that had this condition loses it. */
  readonly mark: (image: ImageRef, shows: ConditionKey | undefined) => void;
}

/** An image that was removed from a form. */
export interface RemovedImage {
  readonly key: string;
  readonly putBack: () => void;
  /** Makes the removal final. */
  readonly forget: () => void;
}

/** The state of the files that were chosen in one round of the form. */
interface RoundFiles extends Pick<FormImages, 'round' | 'preparing' | 'problems'> {}

/** Returns the actions on a form's images. Files are checked one by one and stored on the device at once. */
export function useFormImages(
  draft: ProductDraft,
  { round, isCurrent, change, saveNow }: Pick<StoredDraft, 'round' | 'isCurrent' | 'change' | 'saveNow'>,
): FormImages {
  const data = useOpenAdminData();
  const [lastFiles, setFiles] = useState<RoundFiles>({ round, preparing: 0, problems: [] });
  const [removed, setRemoved] = useState<RemovedImage & { readonly round: number }>();
  const inRound = (files: RoundFiles): RoundFiles =>
    files.round === round ? files : { round, preparing: 0, problems: [] };
  const changeFiles = (update: (files: RoundFiles) => Partial<RoundFiles>): void => {
    if (isCurrent(round)) setFiles((last) => ({ ...inRound(last), ...update(inRound(last)) }));
  };
  const { preparing, problems } = inRound(lastFiles);
  const clearProblems = (): void => changeFiles(() => ({ problems: [] }));
  const addProblem = (problem: string): void => changeFiles((last) => ({ problems: [...last.problems, problem] }));
  const countPreparing = (more: number): void => changeFiles((last) => ({ preparing: last.preparing + more }));

  const addOne = async (file: Blob): Promise<void> => {
    const stored = await storeImage(file, data, 'product');
    // The form that the file was chosen for has been cleared or sent meanwhile.
    if (!isCurrent(round)) return;
    if ('problem' in stored) addProblem(stored.problem);
    else {
      change((last) => ({ ...last, images: [...last.images, { kind: 'kept', id: stored.id }] }));
      // The draft is saved without delay, because the next start of the app deletes stored images that no draft refers to.
      await saveNow();
    }
  };

  const add = async (files: readonly Blob[]): Promise<void> => {
    clearProblems();
    const room = Math.max(0, MAX_IMAGE_COUNT - draft.images.length - preparing);
    const max = Math.min(MAX_UPLOAD_FILES, room);
    if (files.length > max) addProblem(room < MAX_UPLOAD_FILES ? texts.full(MAX_IMAGE_COUNT) : texts.tooMany(max));
    const accepted = files.slice(0, max);
    countPreparing(accepted.length);
    // One after the other: several large photos at once exceed a tablet's memory.
    for (const file of accepted) {
      if (!isCurrent(round)) return;
      await addOne(file);
      countPreparing(-1);
    }
  };

  return {
    round,
    preparing,
    problems,
    add,
    addOne,
    closeProblems: clearProblems,
    removed: removed?.round === round ? removed : undefined,
    remove: (image, onPutBack = () => undefined) => {
      removed?.forget();
      const key = imageKey(image);
      const place = draft.images.findIndex((other) => imageKey(other) === key);
      const close = (): void => setRemoved((last) => (last?.key === key ? undefined : last));
      change((last) => ({ ...last, images: last.images.filter((other) => imageKey(other) !== key) }));
      if (onPutBack === null) return;
      setRemoved({
        round,
        key,
        putBack: () => {
          close();
          change((last) => ({ ...last, images: last.images.toSpliced(Math.max(0, place), 0, image) }));
          onPutBack();
        },
        forget: () => {
          close();
          // A failed removal only leaves an unused file, which the next start of the app deletes.
          if (image.kind === 'kept') data?.removeImage(image.id).catch(() => undefined);
        },
      });
    },
    move: (from, to) => {
      change((last) => {
        const images = [...last.images];
        images.splice(to, 0, ...images.splice(from, 1));
        return { ...last, images };
      });
    },
    mark: (image, shows) =>
      change((last) => ({
        ...last,
        images: last.images.map((other) => markOne(other, imageKey(other) === imageKey(image), shows)),
      })),
  };
}

function markOne({ shows: before, ...image }: ImageRef, isMarked: boolean, shows: ConditionKey | undefined): ImageRef {
  const mark = isMarked ? shows : before === shows ? undefined : before;
  return { ...image, ...(mark && { shows: mark }) };
}
