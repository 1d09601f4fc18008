/** What covers the page: the scrim of a dialog, or a viewer that fills the screen. */
type Cover = 'dialog' | 'viewer';

const covers: Cover[] = [];

/** Stops the page from scrolling until the returned function is called. Locks are counted. */
export function lockScroll(cover: Cover = 'dialog'): () => void {
  covers.push(cover);
  showCover();
  return () => {
    covers.splice(covers.lastIndexOf(cover), 1);
    showCover();
  };
}

/** Sets an attribute; `html:has()` would make the browser search the whole page at each of its changes. */
function showCover(): void {
  const cover = covers.at(-1);
  if (cover) document.documentElement.dataset['locked'] = cover;
  else delete document.documentElement.dataset['locked'];
}
