import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { toScript } from './start-worker.ts';

interface StartedWorker {
  readonly url: string;
  onerror?: () => void;
}

interface Scope {
  startedWorker?: StartedWorker;
}

/** Runs the script in a page; returns the page's global object. */
function run(when: string, trustedTypes?: object): Scope {
  const scope: Scope & {
    readonly trustedTypes: object | undefined;
    readonly Worker: typeof FakeWorker;
    globalThis?: Scope;
  } = { trustedTypes, Worker: FakeWorker };
  scope.globalThis = scope;
  runInNewContext(toScript('/assets/sync-worker-1.js', when), scope);
  return scope;
}

class FakeWorker {
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
}

test('the script starts the worker of this build under a separate trusted-types policy, which allows no other URL', () => {
  const names: string[] = [];
  const createPolicy = (name: string, rules: { createScriptURL: (url: string) => string }) => {
    names.push(name);
    return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` };
  };
  expect(run('true', { createPolicy }).startedWorker?.url).toBe('trusted /assets/sync-worker-1.js');
  expect(names).toEqual(['hexlime-worker']);
  expect(run('true').startedWorker?.url).toBe('/assets/sync-worker-1.js');
});

test('the script starts no worker where the condition does not hold, and forgets one that failed', () => {
  expect(run('false').startedWorker).toBeUndefined();
  const page = run('true');
  page.startedWorker?.onerror?.();
  expect(page.startedWorker).toBeUndefined();
});
