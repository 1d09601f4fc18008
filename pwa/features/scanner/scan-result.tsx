import type { ReactNode } from 'react';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './scanner.module.css';

interface ScanResultProps {
  /** What has come of the code. */
  readonly message: string;
  /** What the code says. */
  readonly code: string;
  /** More about it, such as the products to choose from. */
  readonly children?: ReactNode;
  /** Searches the shop for what the code says. */
  readonly onSearch?: (() => void) | undefined;
  readonly onAgain: () => void;
}

/** Shown while the products of a code are looked for. */
export const SearchingCode = () => (
  <p className={styles['searching']} role="status">
    <Spinner />
    {scannerMessages.searching}
  </p>
);

const focus = (element: HTMLElement | null): void => element?.focus();

/** The result of a code that does not open a product at once: nothing is lost, and there are ways on. */
export const ScanResult = ({ message, code, children, onSearch, onAgain }: ScanResultProps) => (
  // What had the focus is gone.
  <div ref={focus} className={styles['result']} tabIndex={-1}>
    <p role="status">{message}</p>
    <dl className={styles['code']}>
      <dt>{scannerMessages.theCode}</dt>
      <dd dir="auto">{code}</dd>
    </dl>
    {children}
    <div className={styles['actions']}>
      {onSearch && (
        <Button look="primary" onClick={onSearch}>
          {scannerMessages.search}
        </Button>
      )}
      <Button onClick={onAgain}>{scannerMessages.again}</Button>
    </div>
  </div>
);
