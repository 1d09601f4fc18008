import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askServiceWorker } from './ask-service-worker.ts';

let controller: { postMessage: (message: object, ports: readonly MessagePort[]) => void } | null;

beforeEach(() => {
  controller = null;
  vi.stubGlobal('navigator', {
    serviceWorker: {
      get controller() {
        return controller;
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the answer of the service worker arrives', async () => {
  controller = { postMessage: (message, [port]) => port?.postMessage({ ...message, isAnswer: true }) };
  expect(await askServiceWorker({ type: 'ANY' })).toEqual({ type: 'ANY', isAnswer: true });
});

test('a stopped worker, or none, leads to no answer', async () => {
  expect(await askServiceWorker({ type: 'ANY' })).toBeUndefined();
  vi.useFakeTimers();
  controller = { postMessage: () => undefined };
  const answer = askServiceWorker({ type: 'ANY' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toBeUndefined();
});
