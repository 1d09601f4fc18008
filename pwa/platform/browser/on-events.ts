/** Calls back at events of a target; the returned function ends that. */
export function onEvents(target: EventTarget, types: readonly string[], listener: () => void): () => void {
  for (const type of types) target.addEventListener(type, listener);
  return () => {
    for (const type of types) target.removeEventListener(type, listener);
  };
}
