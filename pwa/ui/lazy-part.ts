/** Loads a chunk of the page. */
type Load = () => Promise<object>;

/** After this many failures in a row, loading stops: the server is gone, and browsers may keep a failed import until the page is reloaded. */
const MAX_FAILURES_IN_A_ROW = 2;

const waiting = new Set<Load>();

/**
 * Declares code that a press or another screen loads. `loadDeclaredParts` loads declared code ahead, including what that code
 * declares in turn.
 */
export function lazyPart<T extends object>(load: () => Promise<T>): () => Promise<T> {
  waiting.add(load);
  return load;
}

/** Loads everything that has been declared, one part after the other. Parts that do not arrive come last in the next call. */
export async function loadDeclaredParts(signal: AbortSignal): Promise<void> {
  const failed = new Set<Load>();
  let failures = 0;
  // The loop also visits parts that are declared during it.
  for (const load of waiting) {
    if (signal.aborted || failures === MAX_FAILURES_IN_A_ROW || failed.has(load)) return;
    const isLoaded = await load().then(
      () => true,
      () => false,
    );
    waiting.delete(load);
    failures = isLoaded ? 0 : failures + 1;
    if (isLoaded) continue;
    failed.add(load);
    waiting.add(load);
  }
}
