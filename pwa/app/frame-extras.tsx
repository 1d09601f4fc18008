import { HexagonBackground } from './hexagon-background.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { Shortcuts } from './shortcuts.tsx';

export { AppNotices } from './app-notices.tsx';

/** What the frame has beside the page once that rests, in one file. */
export const FrameExtras = () => (
  <>
    <HexagonBackground />
    <ScrollToTop />
    <Shortcuts />
  </>
);
