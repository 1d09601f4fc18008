import { createObservable } from '#pwa/platform/observable.ts';

const open: HTMLDialogElement[] = [];

/** The modal dialog over all others; nothing outside it can be pressed. */
export const topDialog = createObservable<HTMLDialogElement | undefined>(undefined);

/** Puts an open modal dialog over the others; the returned function takes it away. */
export function enterTop(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  topDialog.set(dialog);
  return () => {
    open.splice(open.indexOf(dialog), 1);
    topDialog.set(open.at(-1));
  };
}
