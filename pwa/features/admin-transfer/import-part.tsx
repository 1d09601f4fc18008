import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { ImportOutcome } from './import-outcome.tsx';
import styles from './transfer.module.css';
import { useImport } from './use-import.ts';
import type { UsedImport } from './use-import.ts';

/** Products of a file into a shop: first what it would do, then, if somebody says so, the import itself. */
export function ImportPart({ shop }: { readonly shop: ShopKey }) {
  const used = useImport(shop);
  const { state } = used;
  return (
    <section className={styles['part']}>
      <h2>{adminTransferMessages.importTitle}</h2>
      <p>{adminTransferMessages.importHint}</p>
      {state.step === 'idle' && <FileChoice onFile={used.check} problem={state.problem} />}
      {state.step === 'reading' && <p role="status">{adminTransferMessages.reading}</p>}
      {(state.step === 'checking' || state.step === 'importing') && <Progress state={state} onCancel={used.cancel} />}
      {(state.step === 'checked' || state.step === 'imported') && <ImportOutcome state={state} used={used} />}
    </section>
  );
}

interface FileChoiceProps {
  readonly onFile: (file: File) => void;
  readonly problem: string | null;
}

function FileChoice({ onFile, problem }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent): void => {
    // Without this the browser would open the file in place of the page.
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <>
      {/* Dropping is an extra for pointers; the button is there for everybody. */}
      <div
        className={classNames(styles['drop'], isOver && styles['over'])}
        onDragOver={hold}
        onDragLeave={hold}
        onDrop={(event) => {
          hold(event);
          take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,text/csv"
          aria-label={adminTransferMessages.choose}
          onChange={({ target }) => {
            take(target.files);
            // The same file can be chosen again, once it was changed.
            target.value = '';
          }}
        />
        <Button look="primary" onClick={() => input.current?.click()}>
          {adminTransferMessages.choose}
        </Button>
        <p>{adminTransferMessages.drop}</p>
      </div>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface ProgressProps {
  readonly state: Extract<UsedImport['state'], { step: 'checking' | 'importing' }>;
  readonly onCancel: () => void;
}

function Progress({ state: { step, file, done }, onCancel }: ProgressProps) {
  const all = file.sound.length;
  return (
    <div className={styles['progress']}>
      <p role="status">{adminTransferMessages[step](done, all)}</p>
      <progress aria-label={adminTransferMessages.progress} value={done} max={Math.max(all, 1)} />
      <Button onClick={onCancel}>{adminTransferMessages.cancel}</Button>
    </div>
  );
}
