import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/**
 * Ends a Playwright run with one line that scripts can read: `playwright: N passed, N failed, N skipped`. Tests that passed only when
 * they were repeated are listed before it.
 */
export default class PlaywrightSummary implements Reporter {
  #tests: TestCase[] = [];
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  /** Errors outside tests: a spec that does not load, a worker fixture. */
  onError(): void {
    this.#errors += 1;
  }

  onEnd(_result: FullResult): void {
    const outcomes = this.#tests.map((test) => test.outcome());
    const count = (outcome: ReturnType<TestCase['outcome']>): number =>
      outcomes.filter((found) => found === outcome).length;
    for (const test of this.#tests.filter((found) => found.outcome() === 'flaky'))
      process.stdout.write(
        `passed only when it was repeated: ${test.location.file}:${test.location.line} ${test.title}\n`,
      );
    const passed = count('expected') + count('flaky');
    process.stdout.write(
      `playwright: ${passed} passed, ${count('unexpected') + this.#errors} failed, ${count('skipped')} skipped\n`,
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}
