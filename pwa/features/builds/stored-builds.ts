import { MAX_BUILDS, MAX_PRODUCT_ID } from '#contract/limits.ts';
import { formatBuilds, parseBuilds } from './parse-builds.ts';
import type { Build } from './parse-builds.ts';
import { createStoredValue } from '#pwa/platform/storage/stored-value.ts';
import type { StoredHealth } from '#pwa/platform/storage/stored-value.ts';

/** The build lists of this device, shared by its tabs. */
export interface StoredBuilds extends StoredHealth {
  /** The same array until a build changes; the newest first. */
  list(): readonly Build[];
  /** Adds a build and returns its random id; null when this device has the maximum number of builds. */
  add(build: Omit<Build, 'id'>): number | null;
  /** Changes a build; nothing happens when it has been deleted meanwhile. */
  change(id: number, alter: (build: Build) => Build): void;
  remove(id: number): void;
  /** Puts a deleted build back. @returns false when there is no room for it */
  restore(build: Build): boolean;
}

/** Creates the access to the stored builds. */
export function createStoredBuilds(): StoredBuilds {
  const stored = createStoredValue<readonly Build[]>({
    key: 'builds',
    damagedKey: 'builds-damaged',
    parse: parseBuilds,
    format: formatBuilds,
  });
  const has = (id: number): boolean => stored.get().some((build) => build.id === id);
  const restore = (build: Build): boolean => {
    stored.update((builds) =>
      builds.length >= MAX_BUILDS || builds.some(({ id }) => id === build.id) ? builds : [build, ...builds],
    );
    return has(build.id);
  };
  return {
    ...stored,
    list: stored.get,
    add: (build) => {
      const id = randomId(has);
      return restore({ ...build, id }) ? id : null;
    },
    change: (id, alter) => stored.update((builds) => builds.map((build) => (build.id === id ? alter(build) : build))),
    remove: (id) => stored.update((builds) => builds.filter((build) => build.id !== id)),
    restore,
  };
}

/** Returns a random id: a counter could give a new build the id of a deleted one, and with it the deleted build's links and undo. */
function randomId(isTaken: (id: number) => boolean): number {
  let id: number;
  do id = 1 + Math.floor(Math.random() * MAX_PRODUCT_ID);
  while (isTaken(id));
  return id;
}

/** The build lists of this device. */
export const storedBuilds = createStoredBuilds();
