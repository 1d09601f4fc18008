import { createRoot } from 'react-dom/client';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { currentLanguage } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';
import { AdminApp } from './app/admin/admin-app.tsx';
import { startAdminEngine } from './platform/admin/admin-engine.ts';
import { startLanguage } from './platform/browser/language.ts';
import { linkManifest } from './platform/browser/link-manifest.ts';
import { startServiceWorker } from './platform/service-worker/service-worker-client.ts';
import { startShop } from './platform/storage/shop-settings.ts';
import { startSync } from './platform/engine/sync.ts';
import './styles/tokens.css';
import './styles/reset.css';

const root = document.querySelector('#root');
if (!root) throw new Error('admin.html has no #root');
startShop();
const sync = startSync();
const engine = startAdminEngine();
const language = startLanguage(
  import.meta.glob<TextsByName>('./messages/*/packs/administration.ts', { import: 'texts' }),
);
if (language) void language.then(show, show);
else show();

function show(): void {
  if (!root) return;
  document.documentElement.lang = currentLanguage();
  document.title = adminMessages.gate.title;
  linkManifest();
  createRoot(root).render(<AdminApp sync={sync} engine={engine} />);
}
if (import.meta.env.PROD)
  startServiceWorker(
    async () => (await import('./platform/service-worker/register-admin-service-worker.ts')).registerAdminServiceWorker,
  );
