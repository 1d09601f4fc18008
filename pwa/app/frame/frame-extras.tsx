import { DemoBanner } from '#pwa/features/account/demo-banner.tsx';
import { HexagonBackground } from './hexagon-background.tsx';
import { FloatingTools } from './floating-tools.tsx';
import type { ShopRow } from '../routing/routes.ts';
import { SessionSync } from './session-sync.tsx';
import { LazySyncCentre } from './lazy-sync-centre.tsx';
import { Shortcuts } from './shortcuts.tsx';

export { AppNotices } from '../notices/app-notices.tsx';

/** What the frame has beside the page once that rests, in one file. */
export const FrameExtras = ({ shop }: { readonly shop: ShopRow | undefined }) => (
  <>
    <HexagonBackground />
    <FloatingTools shop={shop} />
    <Shortcuts />
    <SessionSync />
    <DemoBanner />
    <LazySyncCentre />
  </>
);
