import { MAX_BUILDS } from '#contract/limits.ts';
import { createEmitter } from '../observable.ts';
import { read, write } from './device-storage.ts';
import { formatBuilds, parseBuilds } from './parse-builds.ts';
import type { Build, ParsedBuilds } from './parse-builds.ts';

const KEY = 'builds';
/** The stored text as it was when part of it could not be read, until the visitor dismisses it. */
const DAMAGED_KEY = 'builds-damaged';

/** The build lists of this device, shared by its tabs. */
export interface StoredBuilds {
  /** The same array until a build changes; the newest first. */
  list(): readonly Build[];
  /** Adds a build and returns its id; null when there is no room for another. */
  add(build: Omit<Build, 'id'>): number | null;
  /** Changes a build; nothing happens when it has been deleted meanwhile. */
  change(id: number, alter: (build: Build) => Build): void;
  remove(id: number): void;
  /** Puts a deleted build back. */
  restore(build: Build): void;
  /** What could not be read, with the damaged text; undefined when nothing was damaged. */
  damage(): Damage | undefined;
  dismissDamage(): void;
  /** False when the browser had no room for the last change, which lasts until the page is closed. */
  isKept(): boolean;
  subscribe(listener: () => void): () => void;
}

export interface Damage extends ParsedBuilds {
  /** The damaged text. */
  readonly text: string;
}

/** Creates the access to the stored builds. Where storage is closed they last as long as the page. */
export function createStoredBuilds(): StoredBuilds {
  const { emit, subscribe } = createEmitter();
  let known: readonly Build[] | undefined;
  let damage: Damage | undefined;
  let isKept = true;

  const load = (): readonly Build[] => {
    if (known) return known;
    // Listens for as long as the page lives, so that no change of another tab is missed.
    addEventListener('storage', ({ key }) => {
      if (key !== KEY && key !== DAMAGED_KEY && key !== null) return;
      known = readStored();
      emit();
    });
    return (known = readStored());
  };

  /** Reads the stored builds. A damaged text is copied before the rest replaces it. */
  const readStored = (): readonly Build[] => {
    const text = read(KEY);
    const parsed = parseBuilds(text);
    if (isDamaged(parsed) && text !== null) {
      const copy = [read(DAMAGED_KEY), text].filter((part) => part !== null).join('\n');
      if (store(DAMAGED_KEY, copy)) store(KEY, formatBuilds(parsed.builds));
      damage = { ...parsed, text: copy };
      return parsed.builds;
    }
    const copied = read(DAMAGED_KEY);
    damage = copied === null ? undefined : { ...parseBuilds(copied), text: copied };
    return parsed.builds;
  };

  const store = (key: string, text: string): boolean => {
    write(key, text);
    return (read(key) ?? '') === text;
  };

  const update = (alter: (builds: readonly Build[]) => readonly Build[]): void => {
    const before = load();
    // Storage may hold what another tab wrote a moment ago, unless this tab could not store its own.
    const next = alter(isKept && read(KEY) !== null ? readStored() : before);
    isKept = store(KEY, formatBuilds(next));
    known = next;
    emit();
  };

  return {
    list: load,
    add: (build) => {
      let id: number | null = null;
      update((builds) => {
        if (builds.length >= MAX_BUILDS) return builds;
        id = 1 + Math.max(0, ...builds.map((other) => other.id));
        return [{ ...build, id }, ...builds];
      });
      return id;
    },
    change: (id, alter) => update((builds) => builds.map((build) => (build.id === id ? alter(build) : build))),
    remove: (id) => update((builds) => builds.filter((build) => build.id !== id)),
    restore: (build) =>
      update((builds) => (builds.some(({ id }) => id === build.id) ? builds : [build, ...builds].slice(0, MAX_BUILDS))),
    damage: () => {
      load();
      return damage;
    },
    dismissDamage: () => {
      store(DAMAGED_KEY, '');
      damage = undefined;
      emit();
    },
    isKept: () => isKept,
    subscribe,
  };
}

const isDamaged = ({ lostBuilds, lostParts, isUnreadable }: ParsedBuilds): boolean =>
  lostBuilds > 0 || lostParts > 0 || isUnreadable;

/** The build lists of this device. */
export const storedBuilds = createStoredBuilds();
