import type { ShopKey } from '#contract/shops.ts';
import { offlineUseMessages } from '#pwa/messages/en/offline-use.ts';
import { useStorageState } from '#pwa/platform/storage/use-storage-state.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './sync-centre.module.css';
import { useKeptData } from './use-kept-data.ts';
import type { KeptData } from './use-kept-data.ts';

interface OfflineUseProps {
  readonly shop: ShopKey;
  /** Whether the device stores new changes of the signed-in user; undefined without a user. */
  readonly keepsChanges: boolean | undefined;
}

/** Lists which parts of Hexlime work without a connection, and which are missing, for example on a full device. */
export function OfflineUse({ shop, keepsChanges }: OfflineUseProps) {
  const kept = useKeptData(shop);
  const isFull = useStorageState(shop) === 'full';
  if (!kept) return null;
  const isReady = kept.isAppKept && kept.isCatalogueKept;
  return (
    <section className={styles['part']}>
      <h3>{offlineUseMessages.title}</h3>
      {isFull && <p className={styles['reason']}>{offlineUseMessages.missing.full}</p>}
      <p role="status">{isReady ? offlineUseMessages.ready : offlineUseMessages.notReady}</p>
      <ul className={styles['facts']}>
        {listFacts(kept, keepsChanges).map(({ text, isKept }) => (
          <li key={text} className={classNames(styles['fact'], !isKept && styles['missing'])}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A line of the list: something that is on the device, or is not. */
interface Fact {
  readonly text: string;
  readonly isKept: boolean;
}

function listFacts(kept: KeptData, keepsChanges: boolean | undefined): Fact[] {
  const { app, catalogue, details, images, changes } = offlineUseMessages;
  const say = (
    isKept: boolean,
    { kept: yes, missing: no }: { readonly kept: string; readonly missing: string },
  ): Fact => ({ text: isKept ? yes : no, isKept });
  return [
    say(kept.isAppKept, app),
    say(kept.isCatalogueKept, catalogue),
    say(kept.hasDetails, details),
    { text: images(kept.imageCount), isKept: kept.imageCount > 0 },
    ...(keepsChanges === undefined ? [] : [say(keepsChanges, changes)]),
  ];
}
