/**
 * Groups items that arrive while a write runs, or within one tick: they form the next write, because a transaction costs much more than a row. The
 * result of a group is that of each of its items; a failed group does not affect the next one.
 */
export function groupWrites<T, R>(write: (items: readonly T[]) => Promise<R>): (item: T) => Promise<R> {
  let open: { readonly items: T[]; readonly done: Promise<R> } | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return (item) => {
    if (open) {
      open.items.push(item);
      return open.done;
    }
    const items = [item];
    const done = running.then(() => {
      open = undefined;
      return write(items);
    });
    running = done.catch(() => undefined);
    open = { items, done };
    return done;
  };
}
