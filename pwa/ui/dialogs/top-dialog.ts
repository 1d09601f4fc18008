import { createObservable } from '#pwa/platform/observable.ts';

const open: HTMLElement[] = [];

/** The modal dialog that was opened last; everything outside it is inert. */
export const topDialog = createObservable<HTMLElement | undefined>(undefined);

/** Registers an open modal dialog until the returned function is called. */
export function enterTopDialog(dialog: HTMLElement): () => void {
  open.push(dialog);
  topDialog.set(dialog);
  return () => {
    open.splice(open.indexOf(dialog), 1);
    topDialog.set(open.at(-1));
  };
}
