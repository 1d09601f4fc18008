type Methods = Record<string, (...args: never[]) => Promise<unknown>>;

/** An object of asynchronous methods that all answer the same once `failure` has settled: behind them may be nobody any more. */
export function withFallbackReply<Api extends object>(api: Api, failure: Promise<void>, answer: unknown): Api {
  let hasFailed = false;
  const failed = failure.then(() => {
    hasFailed = true;
    return answer;
  });
  return new Proxy(api, {
    get(target, name) {
      // What awaits the object itself must not take it for a promise.
      if (name === 'then') return undefined;
      const call = (target as unknown as Methods)[String(name)];
      return (...args: never[]) => (hasFailed ? failed : Promise.race([call?.(...args), failed]));
    },
  });
}
