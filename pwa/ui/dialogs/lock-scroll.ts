let locks = 0;

/** Keeps the page from scrolling until what this gives is called; several may want it at once. */
export function lockScroll(): () => void {
  locks += 1;
  // An attribute, no `:has(dialog:modal)`: that would have the browser look at the whole page again for each dialog.
  document.documentElement.toggleAttribute('data-locked', true);
  return () => {
    locks -= 1;
    document.documentElement.toggleAttribute('data-locked', locks > 0);
  };
}
