import type { CallerLife, HeldKind } from './caller-life.ts';

export interface PlacesOptions {
  readonly kind: HeldKind;
  /** Places of all callers together. */
  readonly total: number;
  /** Places that one name, such as a user or a network, may take, so that it cannot keep all others out. */
  readonly share: number;
}

/** Why there is no place: the name has its share, or all are taken. */
export type NoPlace = 'share-taken' | 'all-taken';

/** A limited number of places, each held for a caller. */
export interface Places {
  /**
   * Takes a place until the end of the caller's life; returns a function that gives it back earlier, or why none is free.
   * @throws CallerGoneError
   */
  take(life: CallerLife, name: string): (() => void) | NoPlace;
}

export function createPlaces({ kind, total, share }: PlacesOptions): Places {
  const taken = new Map<string, number>();
  let all = 0;

  const change = (name: string, by: 1 | -1): void => {
    all += by;
    const own = (taken.get(name) ?? 0) + by;
    if (own > 0) taken.set(name, own);
    else taken.delete(name);
  };

  return {
    take(life, name) {
      life.requirePresent();
      if ((taken.get(name) ?? 0) >= share) return 'share-taken';
      if (all >= total) return 'all-taken';
      const giveBack = life.hold(kind, () => change(name, -1));
      change(name, 1);
      return giveBack;
    },
  };
}
