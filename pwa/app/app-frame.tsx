import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { usePart } from '#pwa/ui/use-part.ts';
import { AppNotices } from './app-notices.tsx';
import { Footer } from './footer.tsx';
import type { ShopRow } from './routes.ts';
import { SyncLine } from './sync-line.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './app-frame.module.css';

interface AppFrameProps {
  /** The shop on the screen, if it is one. */
  readonly shop: ShopRow | undefined;
  readonly children: ReactNode;
}

const loadSidebar = () => import('./sidebar.tsx');

/** What stands around every screen. */
export function AppFrame({ shop, children }: AppFrameProps) {
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const sidebar = usePart(loadSidebar, isSidebarOpen);
  const closeSidebar = useCallback(() => setSidebarOpen(false), []);
  return (
    <div className={styles['frame']}>
      <a className={`${buttonClass('primary')} ${styles['skip']}`} href="#content">
        {messages.frame.skipToContent}
      </a>
      <TopBar shop={shop} isSidebarOpen={isSidebarOpen} onOpenSidebar={() => setSidebarOpen(true)} />
      {shop && <SyncLine shop={shop.key} />}
      {isSidebarOpen && sidebar && <sidebar.Sidebar shop={shop} onClose={closeSidebar} />}
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {shop && <AppNotices shop={shop.key} />}
    </div>
  );
}
