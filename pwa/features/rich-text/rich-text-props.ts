import type { EditorImageStore } from '#pwa/platform/admin/editor-image-store.ts';

export interface RichTextProps {
  /** Accessible name of the text field. */
  readonly label: string;
  /** HTML. A value from elsewhere replaces the document; a value that the editor reported itself does not. */
  readonly value: string;
  /** Called at most every 300 ms during typing, on blur, and on unmount with the last change. */
  readonly onChange: (html: string) => void;
  readonly isDisabled?: boolean | undefined;
  readonly imageStore: EditorImageStore;
}
