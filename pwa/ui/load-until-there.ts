const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Loads a chunk; one that fails is loaded again when the network is back and, if it is wanted, after pauses from 1 s to 30 s. Returns how to
 * give up.
 */
export function loadUntilThere<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
  { onLoaded, onFailed }: { readonly onLoaded: (module: Module) => void; readonly onFailed: () => void },
): () => void {
  let isOver = false;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
    removeEventListener('online', attempt);
  };
  const attempt = (): void => {
    clearTimeout(timer);
    load().then(
      (module) => {
        if (isOver) return;
        stop();
        onLoaded(module);
      },
      () => {
        if (isOver) return;
        onFailed();
        if (!isWanted) return;
        clearTimeout(timer);
        timer = setTimeout(attempt, pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      },
    );
  };
  addEventListener('online', attempt);
  attempt();
  return stop;
}
