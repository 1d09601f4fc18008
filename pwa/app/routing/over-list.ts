import { navigate } from '#pwa/platform/browser/navigation.ts';

interface EntryState {
  readonly overList?: true;
}

/** The state of a history entry that was opened over a list: closing it goes back to that list. */
export const OVER_LIST: EntryState = { overList: true };

/** The state of the entry that is being left. Going back takes a moment, and a second press must not go back twice. */
let leaving: unknown;

/** Goes back to the list under the entry. An entry that a link from elsewhere opened has none: it becomes the list at `listUrl`. */
export function closeOverList(listUrl: string): void {
  const entry = history.state as EntryState | null;
  if (entry !== null && entry === leaving) return;
  if (entry?.overList) {
    leaving = entry;
    history.back();
  } else navigate(listUrl, { replace: true });
}
