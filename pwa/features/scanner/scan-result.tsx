import type { ReactNode } from 'react';
import { scannerMessages } from '#pwa/messages/en/scanner.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './scanner.module.css';

interface ScanResultProps {
  /** Says what was found for the code. */
  readonly message: string;
  /** The content of the code. */
  readonly code: string;
  /** More about the result, such as the products to choose from. */
  readonly children?: ReactNode;
  /** Searches the shop for the content of the code. */
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

/** The result of a code that does not open a product at once: the content of the code, and what can be done with it. */
export const ScanResult = ({ message, code, children, onSearch, onAgain }: ScanResultProps) => (
  // Takes the focus, because the element that had it is gone.
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
