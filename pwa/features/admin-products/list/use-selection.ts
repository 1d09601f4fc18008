import { useCallback, useState } from 'react';

/** The selected products of a list. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly set: (ids: readonly number[], isSelected: boolean) => void;
  readonly clear: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const set = useCallback((changed: readonly number[], isSelected: boolean): void => {
    setIds((last) => {
      const next = new Set(last);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback((): void => setIds(new Set()), []);
  return { ids, set, clear };
}
