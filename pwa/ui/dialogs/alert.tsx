import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface AlertProps {
  readonly title: string;
  /** The language of the title where it is not that of the page. */
  readonly lang?: string | undefined;
  readonly children?: ReactNode;
  /** The text of the closing button. */
  readonly closeLabel: string;
  /** Further buttons, before the closing one. */
  readonly more?: ReactNode;
  readonly onClose: () => void;
}

/** A message dialog, in place of the browser's `alert`. */
export const Alert = ({ title, lang, children, closeLabel, more, onClose }: AlertProps) => (
  <ConfirmDialog
    title={title}
    {...(lang !== undefined && { lang })}
    onClose={onClose}
    actions={
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
