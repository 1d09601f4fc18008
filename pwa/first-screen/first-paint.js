// Runs before the first paint and before any module, so that a dark page never flashes white.
// The names are those of platform/storage/device-storage.ts, the color is that of platform/browser/use-theme.ts; a test compares them.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.dataset.theme = 'dark';
    document.querySelector('meta[name="theme-color"]').content = '#12150c';
  }
} catch {
  // Storage is blocked: the default theme stays.
}

// The accent color of the shop, in place of the default's; the policy of the page allows no style elements but the build's own.
try {
  const { css } = JSON.parse(document.querySelector('#shop').textContent);
  if (css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }
} catch {
  // An older browser shows the default's color.
}

// The page's first script does not arrive, or a later one is gone from the server with its release, or the service worker is broken. The recovery
// is inline because everything else may need that script. Runs once per release, and only when the shop itself answers: what a lost connection
// cost is loaded again without a reload. Forms and unsent operations stay on the device.
const isGone = async (script) => (await fetch(script, { method: 'HEAD', cache: 'no-store' })).status === 404;
const recover = async (isFirstScript) => {
  const release = document.querySelector('script[src]').src;
  if (sessionStorage.getItem('recovered') === release) return;
  const { kill } = await (await fetch('/sw-kill.json', { cache: 'no-store' })).json();
  if (!kill && !isFirstScript && !(await isGone(release))) return;
  sessionStorage.setItem('recovered', release);
  for (const name of await caches.keys()) if (kill || name.endsWith('shell')) await caches.delete(name);
  if (kill) for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  location.reload();
};
const tryToRecover = (isFirstScript) => void recover(isFirstScript).catch(() => {});
addEventListener('vite:preloadError', () => tryToRecover(false));
const isOwnScript = ({ localName, src }) => localName === 'script' && src.startsWith(location.origin);
addEventListener('error', ({ target }) => isOwnScript(target) && tryToRecover(true), true);
