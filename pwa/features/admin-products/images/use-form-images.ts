import { useState } from 'react';
import { MAX_IMAGE_COUNT, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from '#contract/limits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { AdminData, ImageRef, ProductDraft } from '#sync/admin/admin-api.ts';
import { checkImage } from './check-image.ts';
import { imageKey } from '../form/product-draft.ts';
import type { KeptDraft } from '../form/use-product-draft.ts';

const { pictures: texts } = adminMessages.products;

export interface FormImages {
  /** So many are being read at the moment. */
  readonly preparing: number;
  /** What could not be added, for people. */
  readonly problems: readonly string[];
  readonly add: (files: readonly Blob[]) => Promise<void>;
  /** Adds one more, without forgetting what was said of those before it. */
  readonly addOne: (file: Blob) => Promise<void>;
  readonly closeProblems: () => void;
  /** Takes one out of the form, and off the device. */
  readonly remove: (picture: ImageRef) => void;
  /** Puts one where another one is. */
  readonly move: (from: number, to: number) => void;
}

const MIB = 2 ** 20;

const nameOf = (file: Blob): string => (file instanceof File ? file.name : '');

/** Pictures of a form: taken in one by one, kept on this device at once, and put into an order. */
export function useFormImages(
  draft: ProductDraft,
  { change, keepNow }: Pick<KeptDraft, 'change' | 'keepNow'>,
): FormImages {
  const data = useOpenAdminData();
  const [preparing, setPreparing] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const tell = (problem: string): void => setProblems((last) => [...last, problem]);

  const addOne = async (file: Blob): Promise<void> => {
    const added = await keep(file, data);
    if ('problem' in added) tell(added.problem);
    else {
      change((last) => ({ ...last, pictures: [...last.pictures, added] }));
      // A picture that nothing names is cleared away with the next start: more than a letter would be lost.
      await keepNow();
    }
  };

  const add = async (files: readonly Blob[]): Promise<void> => {
    setProblems([]);
    const room = Math.max(0, MAX_IMAGE_COUNT - draft.pictures.length - preparing);
    const most = Math.min(MAX_UPLOAD_FILES, room);
    if (files.length > most) tell(room < MAX_UPLOAD_FILES ? texts.full(MAX_IMAGE_COUNT) : texts.tooMany(most));
    const taken = files.slice(0, most);
    setPreparing((last) => last + taken.length);
    // One after the other: several large photos at once need too much memory on a tablet.
    for (const file of taken) {
      await addOne(file);
      setPreparing((last) => last - 1);
    }
  };

  return {
    preparing,
    problems,
    add,
    addOne,
    closeProblems: () => setProblems([]),
    remove: (picture) => {
      change((last) => ({ ...last, pictures: last.pictures.filter((one) => imageKey(one) !== imageKey(picture)) }));
      // One that cannot be removed is in nobody's way.
      if (picture.kind === 'kept') data?.removeImage(picture.id).catch(() => undefined);
    },
    move: (from, to) => {
      change((last) => {
        const pictures = [...last.pictures];
        pictures.splice(to, 0, ...pictures.splice(from, 1));
        return { ...last, pictures };
      });
    },
  };
}

async function keep(file: Blob, data: AdminData | undefined): Promise<ImageRef | { readonly problem: string }> {
  const problem = await checkImage(file);
  if (problem === 'not-an-image') return { problem: texts.notAPicture(nameOf(file)) };
  if (problem === 'unreadable') return { problem: texts.unreadable(nameOf(file)) };
  if (problem === 'too-large') return { problem: texts.tooLarge(nameOf(file), MAX_UPLOAD_BYTES / MIB) };
  const id = await data?.saveImage(file, 'product').catch(() => undefined);
  return id === undefined ? { problem: texts.notKept(nameOf(file)) } : { kind: 'kept', id };
}
