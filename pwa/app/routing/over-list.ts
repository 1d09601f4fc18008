import { leavePage, readEntryState, whenStill } from '#pwa/platform/browser/layer-history.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';

interface EntryState {
  readonly overList?: true;
}

/** The state of a history entry that was opened over a list: closing it goes back to that list. */
export const OVER_LIST: EntryState = { overList: true };

/** Going back takes a moment, and a second press must not go back twice. */
let isLeaving = false;

/** Goes back to the list under the entry. An entry opened by a link from elsewhere has none; the list at `listUrl` replaces it. */
export function closeOverList(listUrl: string): void {
  if (isLeaving) return;
  isLeaving = true;
  whenStill(() => {
    if ((readEntryState() as EntryState | null)?.overList) leavePage();
    else navigate(listUrl, { replace: true });
    whenStill(() => {
      isLeaving = false;
    });
  });
}
