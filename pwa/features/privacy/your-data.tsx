import { useState } from 'react';
import type { ReactNode } from 'react';
import { PRIVACY_PATH } from '#contract/screens/shop-path.ts';
import { privacyMessages } from '#pwa/messages/en/privacy.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './privacy.module.css';
import { useYourData } from './use-your-data.ts';

const texts = privacyMessages.yours;

interface YourDataProps {
  readonly logOut: () => Promise<void>;
  /** Renders the login over the screen. */
  readonly renderSignIn: (reason: string, onClose: () => void) => ReactNode;
}

/** The part of the account page where users download and delete their data. */
export function YourData({ logOut, renderSignIn }: YourDataProps) {
  const { isBusy, problem, needsSignIn, cancelSignIn, download, erase } = useYourData(logOut);
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={classNames(boxStyles['box'], styles['part'])} aria-label={texts.title} aria-busy={isBusy}>
      <h2>{texts.title}</h2>
      <p>{texts.text}</p>
      <a className={styles['link']} href={PRIVACY_PATH}>
        {texts.more}
      </a>
      <div className={styles['actions']}>
        <Button disabled={isBusy} onClick={download}>
          {texts.download}
        </Button>
        <Button disabled={isBusy} onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {isAsking && (
        <ConfirmDialog
          title={texts.question}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
              <Button
                look="destructive"
                onClick={() => {
                  setAsking(false);
                  erase();
                }}
              >
                {texts.confirm}
              </Button>
            </>
          }
          onClose={() => setAsking(false)}
        >
          <p>{texts.consequence}</p>
        </ConfirmDialog>
      )}
      {needsSignIn && renderSignIn(texts.signInAgain, cancelSignIn)}
    </section>
  );
}
