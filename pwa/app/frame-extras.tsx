import { DemoBanner } from '#pwa/features/account/demo-banner.tsx';
import { HexagonBackground } from './hexagon-background.tsx';
import { FloatingTools } from './floating-tools.tsx';
import type { ShopRow } from './routes.ts';
import { SessionKeeper } from './session-keeper.tsx';
import { SyncCentrePart } from './sync-centre-part.tsx';
import { Shortcuts } from './shortcuts.tsx';

export { AppNotices } from './app-notices.tsx';

/** What the frame has beside the page once that rests, in one file. */
export const FrameExtras = ({ shop }: { readonly shop: ShopRow | undefined }) => (
  <>
    <HexagonBackground />
    <FloatingTools shop={shop} />
    <Shortcuts />
    <SessionKeeper />
    <DemoBanner />
    <SyncCentrePart />
  </>
);
