/** Where a history entry belongs: `page` names the entry of a page, `depth` counts the layers over that page. */
interface Mark {
  readonly page: string;
  readonly depth: number;
}

interface Layer {
  readonly onBack: () => void;
}

/** How long a browser may take to go back before the page continues without it. */
const GIVE_UP_MS = 1_000;

/** The open layers, the last one on top. */
const layers: Layer[] = [];
/** What waits until the browser has gone back. */
const waiting: (() => void)[] = [];
/** Set while the browser goes back at our request: what is written meanwhile would be lost or be written to the wrong entry. */
let going: ReturnType<typeof setTimeout> | undefined;
/** The entry on the screen; after `popstate` the history no longer tells. */
let shown: { readonly url: string; readonly state: object | null; readonly mark: Mark | undefined } | undefined;

/** Returns what the page stored with the entry on the screen. */
export const readEntryState = (): object | null => history.state as object | null;
const readMark = (): Mark | undefined => (history.state as { readonly layer?: Mark } | null)?.layer;
const readDepth = (): number => readMark()?.depth ?? 0;
const remember = (): void => {
  shown = { url: location.href, state: readEntryState(), mark: readMark() };
};

/**
 * Makes what covers the screen a step of the browser's "back", until the returned function is called: going back calls `onBack`, which closes the
 * layer or leaves it open, and closing it in any other way takes the step away. A close watcher knows Android's back key and Escape alone, and
 * what it reports is such another way. Layers close one at a time, from the top.
 */
export function openLayer(onBack: () => void): () => void {
  const layer: Layer = { onBack };
  layers.push(layer);
  settle();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    // A layer that takes the place of this one opens in the same task, and takes its entry.
    queueMicrotask(settle);
  };
}

/**
 * Writes the address of the page on the screen: to a new entry, or to the present one. Layers that stay open stay over the new address, too, and
 * those that close leave no entry between the two addresses.
 */
export function writeEntry(url: string, { replace, state }: { replace: boolean; state: object | null }): void {
  const mark = readMark();
  if (replace) history.replaceState(mark ? { ...state, layer: mark } : state, '', url);
  else {
    // Never over the entry of a layer: the page takes its place.
    history[readDepth() > 0 ? 'replaceState' : 'pushState'](withoutMark(state), '', url);
  }
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
  const surplus = readDepth() - layers.length;
  if (surplus > 0) go(-surplus);
  else for (let missing = surplus; missing < 0; missing += 1) addEntry();
  remember();
}

/** Follows the browser to another entry; returns whether layers were asked to close, after which `settle` finds those that stay. */
export function arrive(): boolean {
  const mark = readMark();
  const isSamePage = mark !== undefined && shown?.mark?.page === mark.page;
  // The address was replaced while a layer lay over the page.
  if (isSamePage && shown && (shown.mark?.depth ?? 0) > mark.depth && location.href !== shown.url)
    history.replaceState({ ...shown.state, layer: mark }, '', shown.url);
  remember();
  if (going !== undefined) {
    stopWaiting();
    return false;
  }
  const covered = layers.slice(readDepth());
  for (const layer of covered.toReversed()) layer.onBack();
  if (covered.length === 0) settle();
  return covered.length > 0;
}

function addEntry(): void {
  const { page, depth } = readMark() ?? { page: crypto.getRandomValues(new Uint32Array(2)).join('-'), depth: 0 };
  if (depth === 0) history.replaceState({ ...readEntryState(), layer: { page, depth } }, '');
  history.pushState({ ...readEntryState(), layer: { page, depth: depth + 1 } }, '');
}

function go(steps: number): void {
  history.go(steps);
  going = setTimeout(() => {
    // The browser has not moved: the entry stays and counts as the page's own.
    history.replaceState(withoutMark(readEntryState()), '');
    stopWaiting();
  }, GIVE_UP_MS);
}

function stopWaiting(): void {
  clearTimeout(going);
  going = undefined;
  settle();
  // What waited may go back itself; the rest waits again.
  for (const callback of waiting.splice(0)) whenStill(callback);
}

function withoutMark(state: object | null): object | null {
  if (state === null || !('layer' in state)) return state;
  const { layer: _, ...own } = state;
  return Object.keys(own).length > 0 ? own : null;
}
