import { useEffect, useRef } from 'react';
import { signInMessages } from '#pwa/messages/en/account.ts';
import { renderGoogleButton } from './google-identity.ts';
import { useTheme } from '#pwa/platform/browser/use-theme.ts';
import styles from './sign-in.module.css';

interface GoogleButtonProps {
  readonly clientId: string;
  readonly nonce: string;
  readonly onCredential: (credential: string) => void;
  readonly onFailed: () => void;
}

/** The sign-in button rendered by Google's script. */
export function GoogleButton({ clientId, nonce, onCredential, onFailed }: GoogleButtonProps) {
  const container = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  useEffect(() => {
    if (!container.current) return;
    renderGoogleButton(container.current, { clientId, nonce, isDark: theme === 'dark', onCredential }).catch(onFailed);
  }, [clientId, nonce, theme, onCredential, onFailed]);
  return (
    <>
      <p>{signInMessages.google}</p>
      <div ref={container} className={styles['provider']} />
    </>
  );
}
