import { afterEach, expect, it, vi } from 'vitest';
import { findCameraObstacle, openCamera, toCameraProblem } from './camera.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['NotSupportedError', 'unsupported'],
  ['UnknownError', 'failed'],
])('a camera that fails with %s is %s', (name, problem) => {
  expect(toCameraProblem(new DOMException('', name))).toBe(problem);
  expect(toCameraProblem(new TypeError(name))).toBe('failed');
});

it('a page without HTTPS, or a browser without cameras, has an obstacle', () => {
  vi.stubGlobal('isSecureContext', false);
  expect(findCameraObstacle()).toBe('insecure');
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {});
  expect(findCameraObstacle()).toBe('unsupported');
  vi.stubGlobal('navigator', { mediaDevices: {} });
  expect(findCameraObstacle()).toBeUndefined();
});

it('an open camera lists all cameras, turns on its torch, and is lost when its track ends', async () => {
  const track = Object.assign(new EventTarget(), {
    getCapabilities: () => ({ torch: true }),
    getSettings: () => ({ deviceId: 'back' }),
    applyConstraints: vi.fn(async () => undefined),
    stop: vi.fn(),
  });
  const getUserMedia = vi.fn(async () => ({ getVideoTracks: () => [track], getTracks: () => [track] }));
  const devices = [
    { kind: 'videoinput', deviceId: 'back', label: 'Back' },
    { kind: 'audioinput', deviceId: 'mic', label: 'Microphone' },
    { kind: 'videoinput', deviceId: 'front', label: '' },
  ];
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices: async () => devices } });
  const onLost = vi.fn();
  const camera = await openCamera('back', onLost);
  expect(getUserMedia).toHaveBeenCalledWith(
    expect.objectContaining({ audio: false, video: expect.objectContaining({ deviceId: { exact: 'back' } }) }),
  );
  expect([camera.id, camera.hasTorch, camera.choices]).toEqual([
    'back',
    true,
    [
      { id: 'back', label: 'Back' },
      { id: 'front', label: '' },
    ],
  ]);
  await camera.setTorch(true);
  expect(track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
  track.dispatchEvent(new Event('ended'));
  expect(onLost).toHaveBeenCalledOnce();
  camera.close();
  track.dispatchEvent(new Event('ended'));
  expect([onLost.mock.calls.length, track.stop.mock.calls.length]).toEqual([1, 1]);
});
