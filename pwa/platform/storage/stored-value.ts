import { createEmitter } from '../observable.ts';
import type { Emitter } from '../observable.ts';
import { read, tryWrite, write } from './device-storage.ts';
import { parseJson } from './parse-versioned.ts';

/** What a stored text holds. */
export interface ParsedText<T> {
  readonly value: T;
  /** Whether part of the text could not be read. */
  readonly isDamaged?: boolean;
  /** Whether a newer release wrote the text, in a format that this one does not know. */
  readonly isNewer?: boolean;
}

interface StoredFormat<T> {
  readonly key: string;
  /** Where damaged texts are copied until the visitor dismisses them; without it what cannot be read is dropped. */
  readonly damagedKey?: string;
  readonly parse: (text: string | null) => ParsedText<T>;
  /** Returns the text to store; an empty one deletes the key. */
  readonly format: (value: T) => string;
}

/** Why changes last only as long as the page: storage is full or closed, or a newer release's text stands there. */
export type StorageProblem = 'full' | 'newer';

/** What a notice about a stored value shows and does. */
export interface StoredHealth extends Pick<Emitter, 'subscribe'> {
  problem(): StorageProblem | undefined;
  /** The damaged texts, the oldest first; the same array until they change. */
  damagedTexts(): readonly string[];
  /** Deletes the copies, and the damaged text itself where it could not be copied. */
  dismissDamage(): void;
}

/** A value in local storage, shared by the tabs of this device. */
export interface StoredValue<T> extends StoredHealth {
  /** The same until it changes. */
  get(): T;
  /** Changes the value as other tabs may have left it a moment ago. `alter` may run again, on what another tab stores later. */
  update(alter: (latest: T) => T): void;
}

/**
 * Creates the access to a stored value. Changes that cannot be stored count on this page until they can, on top of what other tabs store. A
 * damaged text is copied before the rest replaces it; without room for the copy it stays where it is, as does a newer release's text.
 */
export function createStoredValue<T>({ key, damagedKey, parse, format }: StoredFormat<T>): StoredValue<T> {
  const { emit, subscribe } = createEmitter();
  let known: { readonly value: T } | undefined;
  let unstored: readonly ((latest: T) => T)[] = [];
  let copies: readonly string[] = NO_TEXTS;
  let problem: StorageProblem | undefined;

  /** Copies a damaged text beside the earlier ones. @returns false when there is no room */
  const copyDamaged = (text: string): boolean => {
    if (damagedKey === undefined || copies.includes(text)) return true;
    copies = [...copies, text];
    return tryWrite(damagedKey, JSON.stringify(copies));
  };
  /** Applies changes to what is stored now, and stores the result where that loses nothing. */
  const apply = (changes: readonly ((latest: T) => T)[]): T => {
    const text = read(key);
    const { value, isDamaged = false, isNewer = false } = parse(text);
    copies = damagedKey === undefined ? NO_TEXTS : parseTexts(read(damagedKey));
    const isSafe = !isNewer && (!isDamaged || text === null || copyDamaged(text));
    const next = changes.reduce((latest, alter) => alter(latest), value);
    const hasToStore = isDamaged || changes.length > 0;
    const isStored = isSafe && (!hasToStore || tryWrite(key, format(next)));
    unstored = isStored ? [] : changes;
    const unstoredProblem = unstored.length > 0 ? 'full' : undefined;
    problem = isNewer ? 'newer' : unstoredProblem;
    known = { value: next };
    return next;
  };
  const load = (): T => {
    if (known) return known.value;
    // Listens for as long as the page lives, so that no change of another tab is missed.
    addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null && event.key !== damagedKey) return;
      // Without a key everything was cleared, what this page could not store included.
      apply(event.key === null ? [] : unstored);
      emit();
    });
    return apply([]);
  };

  return {
    get: load,
    update: (alter) => {
      load();
      apply([...unstored, alter]);
      emit();
    },
    problem: () => {
      load();
      return problem;
    },
    damagedTexts: () => {
      load();
      return copies;
    },
    dismissDamage: () => {
      const value = load();
      if (damagedKey !== undefined) write(damagedKey, '');
      if (parse(read(key)).isDamaged && tryWrite(key, format(value))) unstored = [];
      apply(unstored);
      emit();
    },
    subscribe,
  };
}

const NO_TEXTS: readonly string[] = [];

/** Parses the copies of damaged texts. Another text than a list is one copy: earlier releases stored it as it was. */
function parseTexts(text: string | null): readonly string[] {
  if (text === null) return NO_TEXTS;
  const texts = parseJson(text);
  return Array.isArray(texts) && texts.every((each) => typeof each === 'string') ? texts : [text];
}
