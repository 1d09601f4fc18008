type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/** Wraps asynchronous methods so that all return `reply` once `failure` has settled: the worker behind them may be gone. */
export function withFallbackReply<Api extends object>(api: Api, failure: Promise<void>, reply: unknown): Api {
  let hasFailed = false;
  const failed = failure.then(() => {
    hasFailed = true;
    return reply;
  });
  return new Proxy(api, {
    get(target, name) {
      // An `await` of the object must not take it for a promise.
      if (name === 'then') return undefined;
      const call = (target as unknown as Methods)[String(name)];
      return (...args: never[]) => (hasFailed ? failed : Promise.race([call?.(...args), failed]));
    },
  });
}
