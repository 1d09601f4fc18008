import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useEffectEvent } from 'react';
import { registerPaste } from './register-paste.ts';
import type { PasteEvents } from './register-paste.ts';

/** Handles pasted and dropped content of the surrounding editor while the component is mounted. */
export function usePaste(events: PasteEvents): void {
  const [editor] = useLexicalComposerContext();
  const onFiles = useEffectEvent(events.onFiles);
  const onDroppedImages = useEffectEvent(events.onDroppedImages);
  const onTooLong = useEffectEvent(events.onTooLong);
  useEffect(
    () =>
      registerPaste(editor, {
        onFiles: (files) => onFiles(files),
        onDroppedImages: (count) => onDroppedImages(count),
        onTooLong: () => onTooLong(),
      }),
    [editor],
  );
}
