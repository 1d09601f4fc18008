/** Loads a chunk of the page. */
type Load = () => Promise<object>;

const waiting = new Set<Load>();

/**
 * Declares code that a press or another screen loads. What is declared is loaded ahead by `loadDeclaredParts`, also what the loaded code
 * declares in turn.
 */
export function lazyPart<T extends object>(load: () => Promise<T>): () => Promise<T> {
  waiting.add(load);
  return load;
}

/** Loads everything that has been declared, one part after the other. Stops when a part does not arrive; the next call goes on from there. */
export async function loadDeclaredParts(signal: AbortSignal): Promise<void> {
  // The loop also visits parts that are declared during it.
  for (const load of waiting) {
    if (signal.aborted) return;
    await load();
    waiting.delete(load);
  }
}
