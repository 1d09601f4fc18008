// Runs before the first paint and before any module, so that a dark page never flashes white.
// The names are those of platform/device-storage.ts, the colour is that of platform/use-theme.ts; a test compares them.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.dataset.theme = 'dark';
    document.querySelector('meta[name="theme-color"]').content = '#12150c';
  }
} catch {
  // Storage is blocked: the default theme stays.
}

// A script of this release is gone from the server, or its service worker is broken. The recovery is inline because everything else may need that
// script. Runs once per release, and only when the shop itself answers. Forms and unsent operations stay on the device.
const recover = async () => {
  const release = document.querySelector('script[src]').src;
  if (sessionStorage.getItem('recovered') === release) return;
  const { kill } = await (await fetch('/sw-kill.json', { cache: 'no-store' })).json();
  sessionStorage.setItem('recovered', release);
  for (const name of await caches.keys()) if (kill || name.endsWith('shell')) await caches.delete(name);
  if (kill) for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  location.reload();
};
const tryToRecover = () => void recover().catch(() => {});
addEventListener('vite:preloadError', tryToRecover);
const isOwnScript = ({ localName, src }) => localName === 'script' && src.startsWith(location.origin);
addEventListener('error', ({ target }) => isOwnScript(target) && tryToRecover(), true);
