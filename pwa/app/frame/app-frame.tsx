import { useCallback, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useFirstYear } from '#pwa/platform/engine/use-first-screen.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { DisclosureBanner } from './disclosure-banner.tsx';
import { Footer } from './footer.tsx';
import { FrameView } from './frame-view.tsx';
import { NoticesView } from '../notices/notices-view.tsx';
import type { ShopRow } from '#contract/shops.ts';
import { SyncLineView } from './sync-line-view.tsx';
import { TopBar } from '../top-bar/top-bar.tsx';

interface AppFrameProps {
  /** The shop on the screen, if it is one. */
  readonly shop: ShopRow | undefined;
  readonly children: ReactNode;
}

const loadExtras = () => import('./frame-extras.tsx');
const loadSidebar = lazyPart(() => import('./sidebar.tsx'));

const thisYear = (): number => new Date().getFullYear();
const neverChanges = () => () => undefined;

/** The frame with its live parts: drawer, notices and what loads when the page is idle. */
export function AppFrame({ shop, children }: AppFrameProps) {
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const drawnYear = useFirstYear();
  const year = useSyncExternalStore(neverChanges, thisYear, () => drawnYear ?? thisYear());
  const sidebar = useLazyModule(loadSidebar, isSidebarOpen);
  const extras = useLazyModule(loadExtras, false);
  const closeSidebar = useCallback(() => setSidebarOpen(false), []);
  return (
    <FrameView
      topBar={<TopBar shop={shop} isSidebarOpen={isSidebarOpen} onOpenSidebar={() => setSidebarOpen(true)} />}
      disclosure={shop?.hasDisclosure && <DisclosureBanner />}
      syncLine={shop && (extras ? <extras.SyncLine shop={shop.key} /> : <SyncLineView />)}
      footer={<Footer year={year} />}
      overlays={
        <>
          {extras && <extras.FrameExtras shop={shop} />}
          {isSidebarOpen && sidebar && <sidebar.Sidebar shop={shop} onClose={closeSidebar} />}
          <NoticesView>{extras && <extras.AppNotices shop={shop} />}</NoticesView>
        </>
      }
    >
      {children}
    </FrameView>
  );
}
