import { CHATS_PATH } from '#contract/screens/screens.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';

/** Goes to the page with the list of chats. */
export function goToChats(): void {
  navigate(CHATS_PATH);
  scrollTo({ top: 0, behavior: 'instant' });
}
