import { adminMessages } from '#pwa/messages/en-admin.ts';
import { useOnline } from '#pwa/platform/use-online.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import type { RichTextProps } from './editor-pictures.ts';
import styles from './rich-text-editor.module.css';

const loadEditor = () => import('./editor.tsx');

/** The editor of descriptions. It comes in a file of its own; its place is kept until then. */
export function RichTextEditor(props: RichTextProps) {
  const part = usePart(loadEditor, true);
  const isOnline = useOnline();
  if (part) return <part.Editor {...props} />;
  return (
    <div className={styles['place']} role="status">
      {isOnline ? adminMessages.editor.loading : adminMessages.editor.notLoaded}
    </div>
  );
}
