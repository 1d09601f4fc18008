import type { ReactNode } from 'react';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import type { FoundCode } from './reader/found-code.ts';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { CameraView } from './camera-view.tsx';
import { OtherWays } from './other-ways.tsx';
import styles from './scanner.module.css';
import { useCodeReader } from './use-code-reader.ts';

/** How long the device vibrates when a code was read; short, for people who scan many on a shop floor. */
const FOUND_MS = 60;

interface ScanDialogProps {
  /** The result of a code; it replaces the camera, which stops. */
  readonly result: ReactNode | undefined;
  readonly onCodes: (codes: readonly FoundCode[]) => void;
  readonly onClose: () => void;
}

/** Reads a barcode or QR code: by the camera, from an image, or as a number. */
export function ScanDialog({ result, onCodes, onClose }: ScanDialogProps) {
  const reading = useCodeReader();
  return (
    <Modal kind="dialog" label={scannerMessages.title} onClose={onClose}>
      <DrawerHead title={scannerMessages.title} closeLabel={scannerMessages.close} onClose={onClose} />
      <div className={styles['body']}>
        {result ?? (
          <>
            <CameraView
              reading={reading}
              onCodes={(codes) => {
                navigator.vibrate?.(FOUND_MS);
                onCodes(codes);
              }}
            />
            <OtherWays reading={reading} onCodes={onCodes} />
          </>
        )}
      </div>
    </Modal>
  );
}
