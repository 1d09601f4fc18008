import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './scan-button.module.css';

interface ScanButtonProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** The button that opens the scanner, at the end of a field, which reserves space for it whether it has loaded or not. */
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
