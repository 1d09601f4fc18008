import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './scan-button.module.css';

interface ScanButtonProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** The button at the end of a field that opens the scanner. The field reserves space for the button even before it has loaded. */
export const ScanButton = ({ isOpen, onOpen }: ScanButtonProps) => (
  <span className={styles['scan']}>
    <IconButton
      icon={<LazyIcon name="scan" />}
      label={scannerMessages.open}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    />
  </span>
);
