/** Asks one question whenever its answer may have changed. */
export interface LiveQuery {
  /** The answer may have changed: asks again, at once or after the running question. */
  refetch(): void;
  /** Nothing is shown any more, not even an answer under way. */
  close(): void;
}

/**
 * Asks now and on `refetch`, never twice at a time; changes during a question lead to one more. Shows answers in their order;
 * a failure is shown, too, and the next answer replaces it.
 */
export function startLiveQuery<T>(
  ask: () => Promise<T>,
  show: { answer: (answer: T) => void; failure: (error: unknown) => void },
): LiveQuery {
  let isClosed = false;
  let isAsking = false;
  let isStale = false;

  const askNow = async (): Promise<void> => {
    isAsking = true;
    isStale = false;
    try {
      const answer = await ask();
      if (!isClosed) show.answer(answer);
    } catch (error) {
      if (!isClosed) show.failure(error);
    }
    isAsking = false;
    if (isStale && !isClosed) await askNow();
  };
  void askNow();

  return {
    refetch: () => {
      if (isAsking) isStale = true;
      else if (!isClosed) void askNow();
    },
    close: () => {
      isClosed = true;
    },
  };
}
