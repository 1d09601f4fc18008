/**
 * Wakes the browser's storage while the rest of the worker is still being read: opening the database then finds it awake. Asking for the
 * names makes no database. Must be imported first.
 */
if (typeof indexedDB !== 'undefined' && typeof indexedDB.databases === 'function') {
  // Whatever fails here fails again, and is handled, when the database is opened.
  indexedDB.databases().catch(() => undefined);
}
