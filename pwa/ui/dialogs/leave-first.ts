import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { topDialog } from './top-dialog.ts';

/**
 * Makes the top dialog invisible and calls back once that is painted; the callback must close it. A dialog that closes gives the page back, and
 * the browser restyles all of it: a press whose result is behind the dialog is answered before that. Does nothing while one is leaving.
 */
export function leaveFirst(close: () => void): void {
  const dialog = topDialog.get();
  if (dialog && 'leaving' in dialog.dataset) return;
  if (dialog) dialog.dataset['leaving'] = '';
  afterPaint(close);
}
