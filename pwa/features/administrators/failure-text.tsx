import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { describeFailure } from './describe-failure.ts';
import type { Failure } from './describe-failure.ts';
import styles from './administrators.module.css';

/** The message of a failure, announced at once by screen readers; renders nothing without a failure. */
export function FailureText({ failure }: { readonly failure: Failure | undefined }) {
  if (!failure) return null;
  return (
    <p role="alert" className={styles['failure']}>
      {describeFailure(failure)} {failure.problem === 'wrong-address' && <LocalhostLink />}
    </p>
  );
}

/** A link from 127.0.0.1 to the same page on localhost, because passkeys need a host name. */
function LocalhostLink() {
  const url = new URL(location.href);
  if (url.hostname !== '127.0.0.1') return null;
  url.hostname = 'localhost';
  return <a href={url.href}>{administratorMessages.openLocalhost(url.origin)}</a>;
}
