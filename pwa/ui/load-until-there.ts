const LONGEST_PAUSE_MS = 30_000;

/**
 * Loads a chunk; one that fails is loaded again when the network is back and, if it is wanted, after pauses from 1 s to 30 s. Returns a
 * function that gives up.
 */
export function loadUntilThere<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
  onLoaded: (module: Module) => void,
  onFailed: () => void,
): () => void {
  let isOver = false;
  let pauseMs = 500;
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
        if (!isOver) onLoaded(module);
        stop();
      },
      () => {
        if (isOver) return;
        onFailed();
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        if (isWanted) timer = setTimeout(attempt, pauseMs);
      },
    );
  };
  addEventListener('online', attempt);
  attempt();
  return stop;
}
