import { messages } from '#pwa/messages/en/first-screen.ts';
import styles from './view-switch.module.css';

interface ViewSwitchProps {
  readonly inRows: boolean;
  readonly onChoose?: ((inRows: boolean) => void) | undefined;
}

/** Switches a sorted shop between one list and a row for each main category. */
export const ViewSwitch = ({ inRows, onChoose }: ViewSwitchProps) => (
  <div className={styles['switch']} role="group" aria-label={messages.categories.view}>
    <button type="button" aria-pressed={!inRows} onClick={() => onChoose?.(false)}>
      {messages.categories.list}
    </button>
    <button type="button" aria-pressed={inRows} onClick={() => onChoose?.(true)}>
      {messages.categories.rows}
    </button>
  </div>
);
