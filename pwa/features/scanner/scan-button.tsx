import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './scan-button.module.css';

interface ScanButtonProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Opens the scanner, from the end of the field before it: the field has the room, whether the button has loaded or not. */
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
