// Runs before the first paint and before any module, so that a dark page never flashes white.
// The storage key is that of platform/storage/device-storage.ts, the color is that of platform/browser/use-theme.ts; a test compares them.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.dataset.theme = 'dark';
    document.querySelector('meta[name="theme-color"]').content = '#12150c';
  }
} catch {
  // Storage is blocked: the default theme stays.
}

// Replaces the default accent color with the shop's. The page's content security policy allows no style elements but the build's own.
try {
  const { css } = JSON.parse(document.querySelector('#shop').textContent);
  if (css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }
} catch {
  // A browser without constructed style sheets keeps the default accent color.
}

// Recovers when the page's first script does not arrive, when a later script is gone from the server with its release, or when the service
// worker is broken. The recovery is inline because all other code may need the missing script. It runs once per release, and only if the
// shop itself answers: after a lost connection, missing parts are loaded without a reload. Forms and unsent operations stay on the device.
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
