import { useCallback, useEffect, useId, useState } from 'react';
import { DATA_KINDS, DETAIL_CHOICES, IMAGE_CHOICES } from '#contract/service-worker/data-use.ts';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import { dataUseMessages } from '#pwa/messages/en/offline-use.ts';
import { formatBytes } from '#pwa/messages/format-bytes.ts';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { detailChoice, imageChoice } from '#pwa/platform/data-use/data-choices.ts';
import type { Observable } from '#pwa/platform/observable.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import { StoredNotice } from '#pwa/ui/stored-notice.tsx';
import { readDataUse } from '#sync/data-use/data-use-store.ts';
import type { DataUse as MonthlyUse } from '#sync/data-use/data-use-store.ts';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import styles from './sync-centre.module.css';

const REFRESH_MS = 3_000;

/** The data saver: which images and descriptions are fetched, what this month's data was used for, and how to clear the images. */
export function DataUse() {
  const [result, setResult] = useState('');
  const clear = async (): Promise<void> => {
    try {
      // A browser without a Cache API has nothing to clear.
      await globalThis.caches?.delete(IMAGE_CACHE);
      setResult(dataUseMessages.cleared);
    } catch {
      setResult(dataUseMessages.clearFailed);
    }
  };
  const choice = useObservable(detailChoice);
  return (
    <section className={styles['part']}>
      <h3>{dataUseMessages.title}</h3>
      <StoredNotice stored={imageChoice} />
      <StoredNotice stored={detailChoice} />
      <Choice
        label={dataUseMessages.images}
        choice={imageChoice}
        options={IMAGE_CHOICES}
        names={dataUseMessages.imageChoices}
      />
      {!navigator.serviceWorker?.controller && <p className={styles['soft']}>{dataUseMessages.noWorker}</p>}
      <Choice
        label={dataUseMessages.details}
        choice={detailChoice}
        options={DETAIL_CHOICES}
        names={dataUseMessages.detailChoices}
      />
      {choice === 'wifi' && !reportsNetwork() && <p className={styles['soft']}>{dataUseMessages.unknownNetwork}</p>}
      {savesData() && <p className={styles['soft']}>{dataUseMessages.asked}</p>}
      <UsedData />
      <Button onClick={() => void clear()}>{dataUseMessages.clear}</Button>
      <p className={styles['soft']} role="status">
        {result}
      </p>
    </section>
  );
}

/** Whether the browser tells Wi-Fi from mobile data. */
const reportsNetwork = (): boolean =>
  (navigator as Navigator & { readonly connection?: { readonly type?: string } }).connection?.type !== undefined;

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly choice: Observable<T>;
  readonly options: readonly T[];
  readonly names: Readonly<Record<T, string>>;
}

function Choice<T extends string>({ label, choice, options, names }: ChoiceProps<T>) {
  const id = useId();
  const chosen = useObservable(choice);
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={fieldStyles['input']}
        value={chosen}
        onChange={({ target }) => {
          const option = options.find((value) => value === target.value);
          if (option) choice.set(option);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** This month's bytes by what they were used for. */
function UsedData() {
  const [used, setUsed] = useState<MonthlyUse>();
  const read = useCallback((): void => {
    readDataUse().then(setUsed, () => undefined);
  }, []);
  useEffect(() => {
    read();
    const timer = setInterval(read, REFRESH_MS);
    return () => clearInterval(timer);
  }, [read]);
  if (!used) return null;
  const total = DATA_KINDS.reduce((sum, kind) => sum + used[kind], 0);
  return (
    <>
      <h4 className={styles['usedTitle']}>{dataUseMessages.used}</h4>
      <dl className={styles['used']}>
        {DATA_KINDS.map((kind) => (
          <Amount key={kind} name={dataUseMessages.kinds[kind]} bytes={used[kind]} />
        ))}
        <Amount name={dataUseMessages.total} bytes={total} />
      </dl>
    </>
  );
}

const Amount = ({ name, bytes }: { readonly name: string; readonly bytes: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{bytes === 0 ? dataUseMessages.nothingUsed : formatBytes(bytes)}</dd>
  </div>
);
