import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalExtensionComposer } from '@lexical/react/LexicalExtensionComposer';
import { useEffect, useId, useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { htmlClass } from '#pwa/ui/html/html-view.tsx';
import { descriptionExtension } from './description-extension.ts';
import { FormValuePlugin } from './form-value-plugin.tsx';
import { ImageBar } from './images/image-bar.tsx';
import { useImages } from './images/use-images.ts';
import { useSelectedImage } from './images/use-selected-image.ts';
import { usePaste } from './paste/use-paste.ts';
import type { RichTextProps } from './rich-text-props.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import styles from './editor.module.css';

const texts = adminMessages.editor;

/** The editor of a description: a toolbar, the text as shoppers see it, and the settings of the selected image. */
export const Editor = (props: RichTextProps) => (
  <LexicalExtensionComposer extension={descriptionExtension} contentEditable={null}>
    <EditorContent {...props} />
  </LexicalExtensionComposer>
);

function EditorContent({ label, value, onChange, isDisabled = false, imageStore }: RichTextProps) {
  const [editor] = useLexicalComposerContext();
  const id = useId();
  const [message, setMessage] = useState<string>();
  const images = useImages(imageStore);
  const selectedImage = useSelectedImage();
  usePaste({
    onFiles: (files) => void images.add(files),
    onDroppedImages: (count) => setMessage(texts.droppedImages(count)),
    onTooLong: () => setMessage(texts.notInserted),
  });
  useEffect(() => editor.setEditable(!isDisabled), [editor, isDisabled]);
  const isTooLong = value.length > MAX_DESCRIPTION_LENGTH;

  return (
    <div className={styles['editor']} data-disabled={isDisabled || undefined}>
      <FormValuePlugin value={value} onChange={onChange} />
      <Toolbar label={label} images={images} isDisabled={isDisabled} />
      <ContentEditable
        className={classNames(htmlClass, styles['text'])}
        aria-multiline
        aria-label={label}
        aria-disabled={isDisabled}
        aria-describedby={`${id}-notes`}
        dir="auto"
      />
      {selectedImage && (
        <ImageBar key={selectedImage.key} image={selectedImage} images={images} isDisabled={isDisabled} />
      )}
      <div id={`${id}-notes`} className={styles['notes']} role="status">
        {images.isUploading && <p>{texts.uploading}</p>}
        {isTooLong && <p className={styles['problem']}>{texts.tooLong(value.length, MAX_DESCRIPTION_LENGTH)}</p>}
        {images.problems.length > 0 && (
          <div className={styles['message']}>
            <ul>
              {images.problems.map((problem) => (
                <li key={problem} dir="auto">
                  {problem}
                </li>
              ))}
            </ul>
            <IconButton icon="close" label={texts.hideMessage} onClick={images.closeProblems} />
          </div>
        )}
        {message !== undefined && (
          <p className={styles['message']}>
            {message}
            <IconButton icon="close" label={texts.hideMessage} onClick={() => setMessage(undefined)} />
          </p>
        )}
      </div>
    </div>
  );
}
