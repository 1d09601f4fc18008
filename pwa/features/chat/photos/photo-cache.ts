import { createEmitter } from '#pwa/platform/observable.ts';

/** The load state of a photo; `missing` after a failed attempt. */
export type PhotoState =
  { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly url: string } | { readonly kind: 'missing' };

export interface PhotoSource {
  /** Returns the photo if it is on the device. */
  find(path: string): Promise<Blob | undefined>;
  /** Downloads the photo to the device; false when that failed. */
  fetch(path: string): Promise<boolean>;
}

const LOADING: PhotoState = { kind: 'loading' };
const MISSING: PhotoState = { kind: 'missing' };

/**
 * The object URLs of an open chat's photos. Each is created once while the chat is open: the virtual list would otherwise create and
 * revoke them while scrolling. Only photos that are rendered are loaded.
 */
export class PhotoCache {
  readonly #source: PhotoSource;
  readonly #states = new Map<string, PhotoState>();
  /** The last attempt to load each photo. */
  readonly #attempts = new Map<string, Promise<void>>();
  readonly #changes = createEmitter();

  constructor(source: PhotoSource) {
    this.#source = source;
  }

  stateOf(path: string): PhotoState {
    return this.#states.get(path) ?? LOADING;
  }

  /** Calls back when the load state of any photo changes. */
  readonly subscribe = this.#changes.subscribe;

  /** Loads a photo once, and resolves for every caller when that has ended. With `mayFetch` false, reads only the device. */
  load(path: string, mayFetch: boolean): Promise<void> {
    return this.#attempts.get(path) ?? this.#attempt(path, mayFetch);
  }

  /** Loads a missing photo again. */
  async retry(path: string): Promise<void> {
    if (this.#states.get(path)?.kind === 'missing') await this.#attempt(path, true);
  }

  /** Loads all missing photos again. */
  retryAll(): void {
    for (const path of this.#states.keys()) void this.retry(path);
  }

  /** Revokes all object URLs. */
  close(): void {
    for (const state of this.#states.values()) if (state.kind === 'ready') URL.revokeObjectURL(state.url);
    this.#states.clear();
    this.#attempts.clear();
  }

  #attempt(path: string, mayFetch: boolean): Promise<void> {
    const attempt = this.#read(path, mayFetch);
    this.#attempts.set(path, attempt);
    return attempt;
  }

  async #read(path: string, mayFetch: boolean): Promise<void> {
    this.#set(path, LOADING);
    const photo = await this.#find(path, mayFetch).catch(() => undefined);
    // Closed meanwhile: the object URL would never be revoked.
    if (!this.#states.has(path)) return;
    this.#set(path, photo ? { kind: 'ready', url: URL.createObjectURL(photo) } : MISSING);
  }

  async #find(path: string, mayFetch: boolean): Promise<Blob | undefined> {
    const stored = await this.#source.find(path);
    if (stored || !mayFetch) return stored;
    return (await this.#source.fetch(path)) ? this.#source.find(path) : undefined;
  }

  #set(path: string, state: PhotoState): void {
    this.#states.set(path, state);
    this.#changes.emit();
  }
}
