/** Asks one question whenever its answer may have changed. */
export interface AnswerFollower {
  /** The answer may have changed: asks again, at once or after the running question. */
  askAgain(): void;
  /** Nothing is shown any more, not even an answer under way. */
  close(): void;
}

/**
 * Asks now and on `askAgain`, never twice at a time; changes during a question lead to one more. Shows answers in their order;
 * a failure is shown, too, and the next answer replaces it.
 */
export function followAnswer<T>(
  ask: () => Promise<T>,
  show: { answer: (answer: T) => void; failure: (error: unknown) => void },
): AnswerFollower {
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
    askAgain: () => {
      if (isAsking) isStale = true;
      else if (!isClosed) void askNow();
    },
    close: () => {
      isClosed = true;
    },
  };
}
