import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey, HISTORY_MERGE_TAG } from 'lexical';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { $isImageNode } from '../nodes/image-node.ts';
import type { ImageNode } from '../nodes/image-node.ts';
import type { EditorImages } from './use-images.ts';
import type { SelectedImage } from './use-selected-image.ts';
import styles from '../editor.module.css';

const texts = adminMessages.editor;

interface ImageBarProps {
  readonly image: SelectedImage;
  readonly images: EditorImages;
  readonly isDisabled: boolean;
}

/** Edits the texts of the selected image, or deletes the image. Apart from this bar, only clearing the whole document removes images. */
export function ImageBar({ image, images, isDisabled }: ImageBarProps) {
  const [editor] = useLexicalComposerContext();
  const [alt, setAlt] = useState(image.alt);
  const [title, setTitle] = useState(image.title);

  // Enter would submit the surrounding form.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') event.preventDefault();
  };
  const change = (write: (node: ImageNode) => void): void =>
    editor.update(
      () => {
        const node = $getNodeByKey(image.key);
        if ($isImageNode(node)) write(node);
      },
      // Undo reverts changes of the document, not each keystroke in these fields.
      { tag: HISTORY_MERGE_TAG },
    );

  return (
    <section className={styles['imageBar']} aria-label={texts.image}>
      <TextField
        label={texts.imageAlt}
        value={alt}
        disabled={isDisabled}
        onKeyDown={onKeyDown}
        onText={(text) => {
          setAlt(text);
          change((node) => node.setAlt(text));
        }}
      />
      <TextField
        label={texts.imageTitle}
        value={title}
        disabled={isDisabled}
        onKeyDown={onKeyDown}
        onText={(text) => {
          setTitle(text);
          change((node) => node.setTitle(text));
        }}
      />
      <Button disabled={isDisabled} onClick={() => void images.remove(image.key, image.src)}>
        <LazyIcon name="trash" />
        {texts.deleteImage}
      </Button>
    </section>
  );
}
