import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { topDialog } from './top-dialog.ts';

/**
 * Makes the top dialog invisible and calls back once that is painted; the callback must close it. Closing a dialog makes the
 * browser restyle the whole page: a press whose result is behind the dialog is answered before that. Does nothing while a dialog is leaving.
 */
export function leaveFirst(close: () => void): void {
  const dialog = topDialog.get();
  if (dialog && 'leaving' in dialog.dataset) return;
  if (dialog) dialog.dataset['leaving'] = '';
  afterPaint(close);
}
