import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { useLogOut } from '#pwa/features/account/use-log-out.ts';
import { ClearDevicePart } from '#pwa/features/privacy/clear-device-part.tsx';
import { DeviceTable, ServerTable } from '#pwa/features/privacy/kept-data.tsx';
import { DELETED_HASH } from '#pwa/features/privacy/use-your-data.ts';
import boxStyles from '#pwa/ui/box.module.css';
import partStyles from '#pwa/features/privacy/privacy.module.css';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { privacyMessages } from '#pwa/messages/en/privacy.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { UserDataPart } from './user-data-part.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import groundStyles from '#pwa/ui/ground.module.css';
import styles from './privacy-screen.module.css';

const { device, server, yours } = privacyMessages;

/** The page about what is stored on the device and on the server, and for how long. */
export function PrivacyScreen() {
  const user = useUser();
  const { logOut } = useLogOut();
  useDocumentTitle(messages.title(privacyMessages.title));
  return (
    <div className={styles['privacy']}>
      <div className={classNames(groundStyles['ground'], styles['head'])}>
        <h1>{privacyMessages.title}</h1>
        {location.hash === DELETED_HASH && <p role="status">{yours.deleted}</p>}
        <p>{privacyMessages.intro}</p>
      </div>
      {user ? (
        <UserDataPart />
      ) : (
        <section className={classNames(boxStyles['box'], partStyles['part'])} aria-label={yours.title}>
          <h2>{yours.title}</h2>
          <p>{yours.visitor}</p>
          <a className={partStyles['link']} href={ACCOUNT_PATH}>
            {yours.account}
          </a>
        </section>
      )}
      <section className={classNames(boxStyles['box'], partStyles['part'])} aria-label={device.title}>
        <h2>{device.title}</h2>
        <p>{device.intro}</p>
        <p>{device.cookies}</p>
        <DeviceTable />
        <ClearDevicePart logOut={logOut} />
      </section>
      <section className={classNames(boxStyles['box'], partStyles['part'])} aria-label={server.title}>
        <h2>{server.title}</h2>
        <ServerTable />
        <p>{server.others}</p>
      </section>
    </div>
  );
}
