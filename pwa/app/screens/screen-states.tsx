import { screenMessages } from '#pwa/messages/en/states.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './message-screen.module.css';

/** Shown while a screen loads. */
export const ScreenLoading = () => (
  <div className={styles['message']} role="status" data-loading="">
    <p>{screenMessages.loading}</p>
  </div>
);

/** Shown in place of a screen whose code did not load or has failed. */
export const BrokenScreen = () => (
  <div className={styles['message']} role="alert">
    <h1>{screenMessages.title}</h1>
    <p>{screenMessages.hint}</p>
    <Button look="primary" onClick={() => location.reload()}>
      {screenMessages.reload}
    </Button>
  </div>
);
