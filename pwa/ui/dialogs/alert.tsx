import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface AlertProps {
  readonly title: string;
  /** The language of the title where it is not that of the page. */
  readonly lang?: string | undefined;
  readonly children?: ReactNode;
  /** What the button says that closes it. */
  readonly closeLabel: string;
  /** What else can be done. */
  readonly more?: ReactNode;
  readonly onClose: () => void;
}

/** A message in the page that has to be seen, in place of the browser's own `alert`. */
export const Alert = ({ title, lang, children, closeLabel, more, onClose }: AlertProps) => (
  <ConfirmDialog
    title={title}
    {...(lang !== undefined && { lang })}
    onClose={onClose}
    answers={
      <>
        {more}
        <Button look="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      </>
    }
  >
    {children}
  </ConfirmDialog>
);
