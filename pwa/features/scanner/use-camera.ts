import { useEffect, useState, useSyncExternalStore } from 'react';
import { findCameraObstacle, openCamera, toCameraProblem } from './reader/camera.ts';
import type { Camera, CameraProblem } from './reader/camera.ts';

interface CameraState {
  /** The open camera; undefined while it starts, and where there is none. */
  readonly camera: Camera | undefined;
  readonly problem: CameraProblem | undefined;
  readonly choose: (id: string) => void;
  readonly tryAgain: () => void;
}

/** Holds a camera open while the component is mounted and the page is visible: a tab in the background films nothing. */
export function useCamera(): CameraState {
  const isVisible = useSyncExternalStore(followVisibility, () => !document.hidden);
  /** The chosen camera; undefined is the default one. A new object starts a new attempt. */
  const [wanted, setWanted] = useState<{ readonly id: string | undefined }>({ id: undefined });
  const [camera, setCamera] = useState<Camera>();
  const [problem, setProblem] = useState<CameraProblem | undefined>(findCameraObstacle);

  useEffect(() => {
    if (!isVisible || findCameraObstacle()) return undefined;
    let isOver = false;
    let opened: Camera | undefined;
    const end = (reason: CameraProblem): void => {
      if (isOver) return;
      setCamera(undefined);
      setProblem(reason);
    };
    openCamera(wanted.id, () => end('lost')).then(
      (found) => {
        if (isOver) {
          found.close();
          return;
        }
        opened = found;
        setProblem(undefined);
        setCamera(found);
      },
      (error: unknown) => end(toCameraProblem(error)),
    );
    return () => {
      isOver = true;
      opened?.close();
      setCamera(undefined);
    };
  }, [isVisible, wanted]);

  const tryAgain = (): void => {
    setProblem(undefined);
    setWanted({ ...wanted });
  };
  return { camera, problem, choose: (id) => setWanted({ id }), tryAgain };
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
