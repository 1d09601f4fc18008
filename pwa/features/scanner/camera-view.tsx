import { useEffect, useRef, useState } from 'react';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import type { Camera, CameraProblem } from './reader/camera.ts';
import type { FoundCode } from './reader/found-code.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './scanner.module.css';
import { useCamera } from './use-camera.ts';
import { useFrameCodes } from './use-frame-codes.ts';
import type { CodeReading } from './use-code-reader.ts';

interface CameraViewProps {
  readonly reading: CodeReading;
  readonly onCodes: (codes: readonly FoundCode[]) => void;
}

/** Shows the camera's image with a frame for the code and with the camera's controls, or the reason why there is no image. */
export function CameraView({ reading, onCodes }: CameraViewProps) {
  const { camera, problem, choose, tryAgain } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const { isReaderMissing, readAgain } = useFrameCodes({ video, camera, reading, onCodes });

  useEffect(() => {
    if (video.current) video.current.srcObject = camera?.stream ?? null;
  }, [camera]);

  const stopped = problem ?? (isReaderMissing ? 'reader' : undefined);
  if (stopped !== undefined) {
    return (
      <div className={styles['problem']} role="status">
        <LazyIcon name="camera" />
        <p>{scannerMessages.problems[stopped]}</p>
        {!LASTING.has(stopped) && (
          <Button onClick={problem === undefined ? readAgain : tryAgain}>{scannerMessages.tryAgain}</Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles['view']}>
      <video ref={video} className={styles['video']} aria-label={scannerMessages.view} autoPlay muted playsInline />
      <div className={styles['frame']} />
      <p className={styles['hint']} role="status">
        {camera ? (
          scannerMessages.aim
        ) : (
          <>
            <Spinner />
            {scannerMessages.starting}
          </>
        )}
      </p>
      {camera && <CameraTools key={camera.id} camera={camera} onChoose={choose} />}
    </div>
  );
}

/** Problems that another attempt does not solve. */
const LASTING: ReadonlySet<CameraProblem | 'reader'> = new Set(['insecure', 'unsupported']);

/** The light and the choice of a camera, where the device has them. */
function CameraTools({ camera, onChoose }: { readonly camera: Camera; readonly onChoose: (id: string) => void }) {
  const [isLit, setLit] = useState(false);
  const light = (isOn: boolean): void => {
    camera.setTorch(isOn).then(
      () => setLit(isOn),
      () => undefined,
    );
  };
  if (!camera.hasTorch && camera.choices.length < 2) return null;
  return (
    <div className={styles['tools']}>
      {camera.choices.length > 1 && (
        <select
          className={styles['cameras']}
          aria-label={scannerMessages.camera}
          value={camera.id}
          onChange={(event) => onChoose(event.target.value)}
        >
          {camera.choices.map(({ id, label }, index) => (
            <option key={id} value={id}>
              {label === '' ? scannerMessages.nthCamera(index + 1) : label}
            </option>
          ))}
        </select>
      )}
      {camera.hasTorch && (
        <IconButton
          icon={<LazyIcon name="torch" />}
          label={isLit ? scannerMessages.torchOff : scannerMessages.torchOn}
          className={styles['torch']}
          aria-pressed={isLit}
          onClick={() => light(!isLit)}
        />
      )}
    </div>
  );
}
