/** Where a history entry belongs: `page` names the entry of a page, `depth` counts the layers over that page. */
interface Mark {
  readonly page: number;
  readonly depth: number;
}

interface EntryState {
  readonly layer?: Mark | undefined;
}

/** How long a browser may take to go back before the page continues. */
const PATIENCE_MS = 2_000;

/** What closes the open layers, that of the one on top last. */
const layers: (() => void)[] = [];
/** What waits until the browser has gone back. */
let waiting: (() => void)[] = [];
/** Set while the browser goes back at our request: what is written meanwhile would be lost or be written to the wrong entry. */
let going: ReturnType<typeof setTimeout> | undefined;
/** The entry on the screen; after `popstate` the history no longer tells. */
let shown: { readonly url: string; readonly state: EntryState | null } | undefined;

/** Returns what the page stored with the entry on the screen. */
export const readEntryState = (): object | null => history.state as EntryState | null;
const readMark = (): Mark | undefined => (history.state as EntryState | null)?.layer;
const readDepth = (): number => readMark()?.depth ?? 0;

/**
 * Makes what covers the screen a step of the browser's "back", until the returned function is called: going back calls `onBack`, which closes the
 * layer or leaves it open, and closing it in any other way takes the step away. A close watcher knows Android's back key and Escape alone, and
 * what it reports is such another way. Layers close one at a time, from the top.
 */
export function openLayer(onBack: () => void): () => void {
  layers.push(onBack);
  settle();
  return () => {
    layers.splice(layers.indexOf(onBack), 1);
    // A layer that takes the place of this one opens in the same task, and takes its entry.
    queueMicrotask(settle);
  };
}

/**
 * Writes the address of the page on the screen: to a new entry, or to the present one. Layers that stay open stay over the new address, too, and
 * those that close leave no entry between the two addresses.
 */
export function writeEntry(url: string, { replace, state }: { replace: boolean; state: object | null }): void {
  // A new page takes the place of the layer that it was opened from.
  const isReplaced = replace || readDepth() > 0;
  const layer = replace ? readMark() : undefined;
  history[isReplaced ? 'replaceState' : 'pushState']({ ...state, layer }, '', url);
  remember();
}

/** Leaves the page on the screen for the entry before it, whatever layers are over it. */
export const leavePage = (): void => go(-1 - readDepth());

/** Calls back at once or, while the browser goes back at the request of a layer, right after that. */
export function whenStill(callback: () => void): void {
  if (going === undefined) callback();
  else waiting.push(callback);
}

/**
 * Brings the history and the open layers together: layers without an entry get one, entries without a layer are left. Those are what reloads and
 * "forward" lead to.
 */
export function settle(): void {
  if (going !== undefined) return;
  let depth = readDepth();
  if (depth > layers.length) {
    go(layers.length - depth);
    return;
  }
  const { page } = readMark() ?? { page: Math.random() };
  if (layers.length > 0 && !readMark()) history.replaceState({ ...readEntryState(), layer: { page, depth } }, '');
  while (depth < layers.length) {
    depth += 1;
    history.pushState({ ...readEntryState(), layer: { page, depth } }, '');
  }
  remember();
}

/** Notes the entry on the screen: its address stays when a layer over it closes. */
export function remember(): void {
  shown = { url: location.href, state: readEntryState() };
}

/** Follows the browser to another entry, and asks the layers that it has left to close. Returns false when the page leaves that entry, too. */
export function arrive(): boolean {
  const isOurs = going !== undefined;
  if (!isOurs && readDepth() > layers.length) {
    // What the entry says of its page is out of date.
    shown = undefined;
    settle();
    return false;
  }
  const layer = readMark();
  const isSamePage = layer !== undefined && shown?.state?.layer?.page === layer.page;
  // The address may have been replaced while a layer lay over the page.
  if (isSamePage) history.replaceState({ ...shown?.state, layer }, '', shown?.url);
  remember();
  if (isOurs) {
    if (isSamePage) keepScroll();
    stopWaiting();
  } else for (const onBack of layers.slice(readDepth()).toReversed()) onBack();
  return true;
}

/** Browsers scroll to where the page was when the layer opened, right after `popstate`: what closed the layer may have scrolled since. */
function keepScroll(): void {
  const [left, top] = [scrollX, scrollY];
  requestAnimationFrame(() => scrollTo({ left, top, behavior: 'instant' }));
}

function go(steps: number): void {
  history.go(steps);
  going = setTimeout(() => {
    // Asked a second time, a slow browser would go back twice: the entry becomes one of the page.
    history.replaceState({ ...readEntryState(), layer: undefined }, '');
    stopWaiting();
  }, PATIENCE_MS);
}

function stopWaiting(): void {
  clearTimeout(going);
  going = undefined;
  const callbacks = waiting;
  waiting = [];
  for (const callback of callbacks) whenStill(callback);
  settle();
}
