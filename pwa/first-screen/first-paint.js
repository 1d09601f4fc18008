// Runs before the first paint and before any module, so that a dark page never flashes white.
// The names are those of platform/device-storage.ts; its test compares them.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.dataset.theme = 'dark';
} catch {
  // Storage is closed to this page: the default theme stays.
}
