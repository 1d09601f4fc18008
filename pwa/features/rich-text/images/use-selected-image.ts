import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription';
import { subscribeTo } from '../subscribe-to.ts';
import { $getSelectedImage } from './select-image.ts';

export interface SelectedImage {
  readonly key: string;
  readonly src: string;
  readonly alt: string;
  readonly title: string;
}

const selectedImageSubscription = subscribeTo((): SelectedImage | undefined => {
  const image = $getSelectedImage();
  return image && { key: image.getKey(), src: image.getSrc(), alt: image.getAlt(), title: image.getTitle() };
});

/** Returns the selected image; undefined while anything else is selected. */
export const useSelectedImage = (): SelectedImage | undefined => useLexicalSubscription(selectedImageSubscription);
