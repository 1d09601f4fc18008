import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { topDialog } from './top-dialog.ts';

/**
 * Makes the top dialog invisible and calls back once that is painted; the callback must close the dialog. Closing a dialog makes the
 * browser restyle the whole page; this way, the user sees the page behind it before that work. Does nothing while a dialog is leaving.
 */
export function leaveFirst(close: () => void): void {
  const dialog = topDialog.get();
  if (dialog && 'leaving' in dialog.dataset) return;
  if (dialog) dialog.dataset['leaving'] = '';
  afterPaint(close);
}
