import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface AlertProps extends Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'foreign' | 'children'> {
  /** The text of the closing button. */
  readonly closeLabel: string;
  /** Further buttons, before the closing one. */
  readonly more?: ReactNode;
  readonly onClose: () => void;
}

/** A message dialog, in place of the browser's `alert`. */
export const Alert = ({ closeLabel, more, onClose, ...message }: AlertProps) => (
  <ConfirmDialog
    {...message}
    onClose={onClose}
    actions={
      <>
        {more}
        <Button look="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      </>
    }
  />
);
