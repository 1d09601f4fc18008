import { useId, useState } from 'react';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { htmlClass } from '#pwa/ui/html/html-view.tsx';
import { ImageBar } from './images/image-bar.tsx';
import type { RichTextProps } from './images/editor-image-store.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useFormats } from './toolbar/use-formats.ts';
import { useImages } from './images/use-images.ts';
import { useRichText } from './use-rich-text.ts';
import styles from './editor.module.css';

const texts = adminMessages.editor;

/** Classes of formats for which the editor has no element of its own. */
const THEME = {
  text: {
    bold: styles['bold'] ?? '',
    italic: styles['italic'] ?? '',
    underline: styles['underline'] ?? '',
    strikethrough: styles['strike'] ?? '',
    underlineStrikethrough: styles['underlineStrike'] ?? '',
  },
  list: { nested: { listitem: styles['nested'] ?? '' } },
};

/** The editor of a description: a toolbar, the text as shoppers will see it, and what can be done with a selected picture. */
export function Editor({ label, value, onChange, isDisabled = false, pictures }: RichTextProps) {
  const id = useId();
  const [message, setMessage] = useState<string>();
  const { editor, setRoot } = useRichText({
    theme: THEME,
    value,
    onChange,
    isDisabled,
    show: pictures.show,
    onFiles: (files) => void images.add(files),
    onDroppedImages: (count) => setMessage(texts.droppedImages(count)),
    onTooLong: () => setMessage(texts.notInserted),
  });
  const formats = useFormats(editor);
  const images = useImages(editor, pictures);
  const isTooLong = value.length > MAX_DESCRIPTION_LENGTH;

  return (
    <div className={styles['editor']} data-disabled={isDisabled || undefined}>
      <Toolbar label={label} editor={editor} formats={formats} images={images} isDisabled={isDisabled} />
      <div
        ref={setRoot}
        className={classNames(htmlClass, styles['text'])}
        contentEditable={!isDisabled}
        suppressContentEditableWarning
        role="textbox"
        aria-multiline
        aria-label={label}
        aria-disabled={isDisabled}
        aria-describedby={`${id}-notes`}
        spellCheck
        dir="auto"
      />
      {formats.image && (
        <ImageBar
          key={formats.image.key}
          editor={editor}
          image={formats.image}
          images={images}
          isDisabled={isDisabled}
        />
      )}
      <div id={`${id}-notes`} className={styles['notes']} role="status">
        {images.isUploading && <p>{texts.uploading}</p>}
        {isTooLong && <p className={styles['problem']}>{texts.tooLong(value.length, MAX_DESCRIPTION_LENGTH)}</p>}
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
