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
  /** The key of the copies of damaged texts, until the visitor dismisses them; without it, unreadable text is dropped. */
  readonly damagedKey?: string;
  readonly parse: (text: string | null) => ParsedText<T>;
  /** Returns the text to store; an empty one deletes the key. */
  readonly format: (value: T) => string;
}

/** Why changes last only as long as the page: storage is full or closed, or it holds a newer release's text. */
export type StorageProblem = 'full' | 'newer';

/** What a notice about a stored value shows and does. */
export interface StoredHealth extends Pick<Emitter, 'subscribe'> {
  problem(): StorageProblem | undefined;
  /** The damaged texts, the oldest first; the same array until they change. */
  damagedTexts(): readonly string[];
  /** Deletes the copies; a damaged text that could not be copied is replaced by its readable part. */
  dismissDamage(): void;
}

/** A value in local storage, shared by the tabs of this device. */
export interface StoredValue<T> extends StoredHealth {
  /** Returns the value; the same object until it changes. */
  get(): T;
  /** Changes the latest value, which may be another tab's. `alter` may run again, on what another tab stores later. */
  update(alter: (latest: T) => T): void;
}

/**
 * Creates the access to a stored value. Changes that cannot be stored yet apply to this page alone, on top of what other tabs store. A
 * damaged text is copied before its readable part replaces it; without room for the copy it stays where it is, as does a newer release's text.
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
      // Without a key, all local storage was cleared: changes that this page could not store are dropped as well.
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

/** Parses the copies of damaged texts. A text that is not a list is a single copy, as earlier releases stored it. */
function parseTexts(text: string | null): readonly string[] {
  if (text === null) return NO_TEXTS;
  const texts = parseJson(text);
  return Array.isArray(texts) && texts.every((each) => typeof each === 'string') ? texts : [text];
}
