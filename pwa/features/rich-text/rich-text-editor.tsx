import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import type { RichTextProps } from './rich-text-props.ts';
import styles from './rich-text-editor.module.css';

const loadEditor = () => import('./editor.tsx');

/** The lazily loaded editor of descriptions, with a placeholder of the same size until it is loaded. */
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
