import { privacyMessages } from '#pwa/messages/en/privacy.ts';
import { STORED_NAMES } from './stored-names.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './privacy.module.css';

const { device, server, purposes } = privacyMessages;

/** The prefix of database names, left out so that a shop shows no brand but its own. */
const OWN_PREFIX = /^hexlime-/;

/** The table of everything that is stored in this browser. */
export const DeviceTable = () => (
  <table className={classNames(styles['table'], styles['names'])} aria-label={device.table}>
    <thead>
      <tr>
        <th scope="col">{device.purpose}</th>
        <th scope="col">{device.where}</th>
        <th scope="col">{device.name}</th>
      </tr>
    </thead>
    <tbody>
      {STORED_NAMES.map(({ kind, name }) => (
        <tr key={`${kind} ${name}`}>
          <td>{purposes[name]}</td>
          <td>{device.kinds[kind]}</td>
          <td>
            <code>{name.replace(OWN_PREFIX, '')}</code>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The table of what the server stores and for how long. */
export const ServerTable = () => (
  <table className={styles['table']} aria-label={server.table}>
    <thead>
      <tr>
        <th scope="col">{server.what}</th>
        <th scope="col">{server.howLong}</th>
      </tr>
    </thead>
    <tbody>
      {server.rows.map(([what, howLong]) => (
        <tr key={what}>
          <td>{what}</td>
          <td>{howLong}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
