// Runs before the first paint and before any module, so that a dark page never flashes white.
// The names are those of platform/device-storage.ts, the colour is that of platform/use-theme.ts; a test compares them.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.dataset.theme = 'dark';
    document.querySelector('meta[name="theme-color"]').content = '#12150c';
  }
} catch {
  // Storage is closed to this page: the default theme stays.
}
