import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import type { Camera } from './reader/camera.ts';
import type { FoundCode } from './reader/found-code.ts';
import type { CodeReading } from './use-code-reader.ts';

/** Pause between two frames: ten a second are enough, and spare the battery. */
const PAUSE_MS = 100;

interface FrameCodesOptions {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly camera: Camera | undefined;
  readonly reading: CodeReading;
  readonly onCodes: (codes: readonly FoundCode[]) => void;
}

/** Reads the frames of a camera until one has codes. */
export function useFrameCodes({ video, camera, reading, onCodes }: FrameCodesOptions): {
  /** Whether the reader is not on the device and could not be fetched. */
  readonly isReaderMissing: boolean;
  readonly readAgain: () => void;
} {
  const [isReaderMissing, setReaderMissing] = useState(false);
  const report = useEffectEvent(onCodes);

  useEffect(() => {
    if (!camera || isReaderMissing) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const readFrame = async (): Promise<void> => {
      const image = await grabFrame(video.current);
      const codes = image ? await reading.read(image) : [];
      if (isOver) return;
      if (codes.length > 0) report(codes);
      else timer = setTimeout(run, PAUSE_MS);
    };
    const run = (): void => {
      readFrame().catch(() => {
        if (!isOver) setReaderMissing(true);
      });
    };
    run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [camera, video, reading, isReaderMissing]);

  return { isReaderMissing, readAgain: () => setReaderMissing(false) };
}

/** Returns the image on the screen; undefined before the first one, and when the camera has just been closed. */
async function grabFrame(video: HTMLVideoElement | null): Promise<ImageBitmap | undefined> {
  if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined;
  return createImageBitmap(video).catch(() => undefined);
}
