let locks = 0;

/** Stops the page from scrolling until the returned function is called. Locks are counted. */
export function lockScroll(): () => void {
  locks += 1;
  // An attribute, no `:has(dialog:modal)`: with that, each dialog makes the browser recalculate the styles of the whole page.
  document.documentElement.toggleAttribute('data-locked', true);
  return () => {
    locks -= 1;
    document.documentElement.toggleAttribute('data-locked', locks > 0);
  };
}
