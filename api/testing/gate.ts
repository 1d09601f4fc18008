/** Makes callers wait while it is closed; open at first. */
export interface Gate {
  close(): void;
  open(): void;
  pass(): Promise<void>;
  /** Returns how many callers are waiting. */
  waiting(): number;
  /** Returns how many callers have passed. */
  passed(): number;
}

export function createGate(): Gate {
  let closed: PromiseWithResolvers<void> | undefined;
  let count = 0;
  let passed = 0;
  return {
    close: () => void (closed ??= Promise.withResolvers()),
    open() {
      closed?.resolve();
      closed = undefined;
    },
    async pass() {
      if (closed) {
        count += 1;
        await closed.promise;
        count -= 1;
      }
      passed += 1;
    },
    waiting: () => count,
    passed: () => passed,
  };
}
