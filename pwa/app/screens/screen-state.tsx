import { screenMessages } from '#pwa/messages/en/states.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './message-screen.module.css';

/** Stands in place of a screen that loads, or whose code did not load or has failed. */
export const ScreenState = ({ isBroken }: { readonly isBroken: boolean }) => (
  <div className={styles['message']} role={isBroken ? 'alert' : 'status'} data-loading={isBroken ? undefined : ''}>
    {isBroken && <h1>{screenMessages.title}</h1>}
    <p>{screenMessages[isBroken ? 'hint' : 'loading']}</p>
    {isBroken && (
      <Button look="primary" onClick={() => location.reload()}>
        {screenMessages.reload}
      </Button>
    )}
  </div>
);
