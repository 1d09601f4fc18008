import { createEmitter } from '#pwa/platform/observable.ts';

/** How one photo stands: it comes, it can be drawn, or it could not be had so far. */
export type PhotoState =
  { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly url: string } | { readonly kind: 'missing' };

export interface PhotoSource {
  /** The photo, if the device has it. */
  find(path: string): Promise<Blob | undefined>;
  /** Brings it onto the device; false when that failed. */
  fetch(path: string): Promise<boolean>;
}

const LOADING: PhotoState = { kind: 'loading' };
const MISSING: PhotoState = { kind: 'missing' };

/**
 * Photos of an open chat as addresses of this document, each made once for as long as the chat is open: a list that draws only what is seen
 * would else make and lose them while it is scrolled. Only what is drawn is loaded.
 */
export class PhotoCache {
  readonly #source: PhotoSource;
  readonly #states = new Map<string, PhotoState>();
  readonly #changes = createEmitter();

  constructor(source: PhotoSource) {
    this.#source = source;
  }

  stateOf(path: string): PhotoState {
    return this.#states.get(path) ?? LOADING;
  }

  /** Calls back when any photo stands otherwise. */
  readonly subscribe = this.#changes.subscribe;

  /** Loads a photo that has not been loaded yet; done when that has ended, well or not. With `mayFetch` false only the device is asked. */
  async load(path: string, mayFetch: boolean): Promise<void> {
    if (!this.#states.has(path)) await this.#read(path, mayFetch);
  }

  /** Tries again to get one that could not be had. */
  async retry(path: string): Promise<void> {
    if (this.#states.get(path)?.kind === 'missing') await this.#read(path, true);
  }

  /** Tries again to get all that could not be had. */
  retryAll(): void {
    for (const path of this.#states.keys()) void this.retry(path);
  }

  /** Lets go of all addresses. */
  close(): void {
    for (const state of this.#states.values()) if (state.kind === 'ready') URL.revokeObjectURL(state.url);
    this.#states.clear();
  }

  async #read(path: string, mayFetch: boolean): Promise<void> {
    this.#set(path, LOADING);
    const picture = await this.#find(path, mayFetch).catch(() => undefined);
    // Closed meanwhile: nobody would let go of the address.
    if (!this.#states.has(path)) return;
    this.#set(path, picture ? { kind: 'ready', url: URL.createObjectURL(picture) } : MISSING);
  }

  async #find(path: string, mayFetch: boolean): Promise<Blob | undefined> {
    const kept = await this.#source.find(path);
    if (kept || !mayFetch) return kept;
    return (await this.#source.fetch(path)) ? this.#source.find(path) : undefined;
  }

  #set(path: string, state: PhotoState): void {
    this.#states.set(path, state);
    this.#changes.emit();
  }
}
