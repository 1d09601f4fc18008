import type { Reporter, TestModule } from 'vitest/node';

/** Ends a Vitest run with one line that scripts can read: `vitest: N passed, N failed, N skipped`. */
export default class VitestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenModules = modules.filter((module) => module.errors().length > 0).length;
    const failed = count('failed') + brokenModules + unhandledErrors.length;
    process.stdout.write(`vitest: ${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`);
  }
}
