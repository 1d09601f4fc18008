/** Why there is no image from a camera. */
export type CameraProblem =
  /** The page was not loaded over HTTPS, so that the browser offers no camera. */
  | 'insecure'
  /** The browser offers no cameras at all. */
  | 'unsupported'
  /** The person or the system does not allow the use. */
  | 'denied'
  | 'missing'
  /** Another app uses the camera. */
  | 'busy'
  /** The camera was unplugged, or the permission to use it was withdrawn. */
  | 'lost'
  | 'failed';

export interface CameraChoice {
  readonly id: string;
  /** As the device names it; may be empty. */
  readonly label: string;
}

/** An open camera. */
export interface Camera {
  readonly stream: MediaStream;
  readonly id: string | undefined;
  /** All cameras of the device, which are known once one is open. */
  readonly choices: readonly CameraChoice[];
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
  close(): void;
}

/** The torch is missing in TypeScript's library. */
type TorchCapabilities = MediaTrackCapabilities & { readonly torch?: boolean };

const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens a camera, by default the one at the back. @throws DOMException (see `toCameraProblem`); TypeError if there are no cameras */
export async function openCamera(id: string | undefined, onLost: () => void): Promise<Camera> {
  const which = id === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } };
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...SIZE } });
  const [track] = stream.getVideoTracks();
  track?.addEventListener('ended', onLost);
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const cameras = devices.filter(({ kind }) => kind === 'videoinput');
  // Firefox had no capabilities before version 132.
  const capabilities: TorchCapabilities = track?.getCapabilities?.() ?? {};
  return {
    stream,
    id: track?.getSettings().deviceId,
    choices: cameras.map(({ deviceId, label }) => ({ id: deviceId, label })),
    hasTorch: capabilities.torch === true,
    async setTorch(isOn) {
      const torch: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: isOn };
      await track?.applyConstraints({ advanced: [torch] });
    },
    close() {
      track?.removeEventListener('ended', onLost);
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'unsupported',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Returns why the page cannot use any camera; undefined if nothing prevents it. */
export function findCameraObstacle(): CameraProblem | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  // `mediaDevices` is missing if a policy or an old browser does not offer cameras.
  return 'mediaDevices' in navigator ? undefined : 'unsupported';
}

/** Names the problem of a camera that did not open. */
export const toCameraProblem = (error: unknown): CameraProblem =>
  (error instanceof DOMException ? PROBLEMS[error.name] : undefined) ?? 'failed';
