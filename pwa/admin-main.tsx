import { createRoot } from 'react-dom/client';
import { AdminApp } from './app/admin/admin-app.tsx';
import { startAdminEngine } from './platform/admin/admin-engine.ts';
import { startAdminServiceWorker } from './platform/admin/admin-service-worker.ts';
import { startSync } from './platform/engine/sync.ts';
import './styles/tokens.css';
import './styles/reset.css';

const root = document.querySelector('#root');
if (!root) throw new Error('admin.html has no #root');
createRoot(root).render(<AdminApp sync={startSync()} engine={startAdminEngine()} />);
if (import.meta.env.PROD) startAdminServiceWorker();
