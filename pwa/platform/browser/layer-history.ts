/** Where a history entry belongs: `page` is the id of a page, `depth` the number of layers that are open over it at this entry. */
interface Mark {
  readonly page: number;
  readonly depth: number;
}

interface EntryState {
  readonly layer?: Mark | undefined;
}

interface Entry {
  readonly url: string;
  readonly state: EntryState | null;
}

/** How long a browser may take to go back before the page continues. */
const PATIENCE_MS = 2_000;

/** Callbacks that close the open layers; the last one is for the layer on top. */
const layers: (() => void)[] = [];
/** Callbacks that wait until the browser has gone back. */
let waiting: (() => void)[] = [];
/** Set while the browser goes back at our request: an address written meanwhile would be lost or go to the wrong entry. */
let going: ReturnType<typeof setTimeout> | undefined;
/** Set when the browser has not gone back in time: it may do so later. */
let isOverdue = false;
/** The entry on the screen. At `popstate` it is still the one that the browser has left, while `history` is already at the new one. */
let shown: Entry | undefined;
/** The latest entry of each page that had layers: an address written while a layer was open is missing in the entry under that layer. */
const pages = new Map<number, Entry>();

/** Returns what the page stored with the entry on the screen. */
export const readEntryState = (): object | null => history.state as EntryState | null;
const readMark = (): Mark | undefined => (history.state as EntryState | null)?.layer;
const readDepth = (): number => readMark()?.depth ?? 0;

/**
 * Makes a layer over the screen a step of the browser's "back", until the returned function is called: going back calls `onBack`, which closes
 * the layer or leaves it open; closing the layer in any other way, such as with Escape, removes the step. A close watcher would not do: it
 * covers only Android's back key and Escape, not the browser's "back" button. Layers close one at a time, from the top.
 */
export function openLayer(onBack: () => void): () => void {
  layers.push(onBack);
  settle();
  return () => {
    layers.splice(layers.indexOf(onBack), 1);
    // A layer that replaces this one opens in the same task, and reuses its entry.
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

/** Goes back to the entry before the page on the screen, past the layers over it. */
export const leavePage = (): void => go(-1 - readDepth());

/** Calls back at once or, while the browser goes back at our request, right after that. */
export function whenStill(callback: () => void): void {
  if (going === undefined) callback();
  else waiting.push(callback);
}

/** Makes the history match the open layers: adds entries for layers without one, and goes back from entries without a layer, as after a reload. */
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

/** Records the entry on the screen, so that its address stays when a layer over it closes. */
export function remember(): void {
  shown = { url: location.href, state: readEntryState() };
  const mark = readMark();
  if (mark) pages.set(mark.page, shown);
}

/** Handles an arrival at another entry: asks layers whose entries were passed to close. Returns false when the page goes on from there. */
export function arrive(): boolean {
  const mark = readMark();
  const isSamePage = mark !== undefined && shown?.state?.layer?.page === mark.page;
  const asked = going !== undefined ? 'by us' : isOverdue ? 'by us, too late' : 'by the browser';
  isOverdue = false;
  // The entry under a layer still has the address and state from when the layer opened.
  const page = mark && pages.get(mark.page);
  if (page) history.replaceState({ ...page.state, layer: mark }, '', page.url);
  if (asked === 'by us') {
    remember();
    if (isSamePage) keepScroll();
    stopWaiting();
  } else if (!isSamePage && (asked === 'by us, too late' || layers.length > 0)) {
    // "Back" was pressed before the layers had their steps over a new address: browsers choose the target at the press, and go there later.
    addPage(asked === 'by the browser' ? layers.length - 1 : layers.length);
    if (asked === 'by the browser') layers.at(-1)?.();
  } else if (readDepth() > layers.length) {
    settle();
    return false;
  } else {
    remember();
    if (asked === 'by the browser') for (const onBack of layers.slice(readDepth()).toReversed()) onBack();
  }
  return true;
}

/** Adds the page on the screen, which the browser has left, to the history again, with a step for each of its layers. */
function addPage(depthOfLayers: number): void {
  const { url, state } = shown ?? { url: location.href, state: null };
  const { page } = state?.layer ?? { page: Math.random() };
  for (let depth = 0; depth <= depthOfLayers; depth += 1)
    history.pushState({ ...state, layer: { page, depth } }, '', url);
  remember();
}

/** Keeps the scroll position: right after `popstate`, browsers restore the one at which the layer opened, but the page may have scrolled since. */
function keepScroll(): void {
  const [left, top] = [scrollX, scrollY];
  requestAnimationFrame(() => scrollTo({ left, top, behavior: 'instant' }));
}

function go(steps: number): void {
  history.go(steps);
  going = setTimeout(() => {
    // A second request could take a slow browser back twice, so this entry is marked as one without layers instead.
    const mark = readMark();
    history.replaceState({ ...readEntryState(), layer: mark && { ...mark, depth: 0 } }, '');
    isOverdue = true;
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
