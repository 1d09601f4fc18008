/** Returns the outcome of work. If it settles too late, as behind a tab that blocks the database, `isOk` is false, without an error. */
export async function settleWithin(
  work: PromiseLike<unknown>,
  timeoutMs: number,
): Promise<{ isOk: boolean; error?: unknown }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<{ isOk: boolean }>((resolve) => {
    timer = setTimeout(() => resolve({ isOk: false }), timeoutMs);
  });
  const outcome = Promise.resolve(work).then(
    () => ({ isOk: true }),
    (error: unknown) => ({ isOk: false, error }),
  );
  const first = await Promise.race([outcome, timeout]);
  clearTimeout(timer);
  return first;
}
