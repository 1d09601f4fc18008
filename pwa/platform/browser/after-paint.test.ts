import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

let frames: Map<number, () => void>;

beforeEach(() => {
  frames = new Map();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    frames.set(frames.size + 1, callback);
    return frames.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const startFrame = (): void => frames.forEach((callback) => callback());

test('the work follows the task that paints the frame', () => {
  const work = vi.fn();
  afterPaint(work);
  vi.runAllTimers();
  startFrame();
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
});

test('a hidden page, which paints nothing, does the work in the next task', () => {
  vi.stubGlobal('document', { hidden: true });
  const work = vi.fn();
  afterPaint(work);
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
});

test.for([true, false])('canceled work is not done (page hidden: %s)', (hidden) => {
  vi.stubGlobal('document', { hidden });
  const [early, late] = [vi.fn(), vi.fn()];
  afterPaint(early)();
  const cancel = afterPaint(late);
  startFrame();
  cancel();
  vi.runAllTimers();
  expect(early).not.toHaveBeenCalled();
  expect(late).not.toHaveBeenCalled();
});
