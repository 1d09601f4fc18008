import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { describeFailure } from './describe-failure.ts';
import type { Failure } from './describe-failure.ts';
import styles from './administrators.module.css';

/** The words of a failure, announced at once; nothing without one. */
export function FailureText({ failure }: { readonly failure: Failure | undefined }) {
  if (!failure) return null;
  return (
    <p role="alert" className={styles['failure']}>
      {describeFailure(failure)} {failure.problem === 'wrong-address' && <LocalhostLink />}
    </p>
  );
}

/** The same page under the name that passkeys accept. */
function LocalhostLink() {
  const url = new URL(location.href);
  if (url.hostname !== '127.0.0.1') return null;
  url.hostname = 'localhost';
  return <a href={url.href}>{administratorMessages.openLocalhost(url.origin)}</a>;
}
