import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import type { RichTextProps } from './images/editor-image-store.ts';
import styles from './rich-text-editor.module.css';

const loadEditor = () => import('./editor.tsx');

/** The editor of descriptions. It comes in a file of its own; its place is kept until then. */
export function RichTextEditor(props: RichTextProps) {
  const part = useLazyModule(loadEditor, true);
  const isOnline = useOnline();
  if (part) return <part.Editor {...props} />;
  return (
    <div className={styles['place']} role="status">
      {isOnline ? adminMessages.editor.loading : adminMessages.editor.notLoaded}
    </div>
  );
}
