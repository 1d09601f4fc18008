import { useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { ImportResultView } from './import-result-view.tsx';
import { ImageDownloadsView, ImageImportView } from './image-views.tsx';
import { MappingView } from './mapping-view.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import styles from './transfer.module.css';
import { useImageDownloads } from './use-image-downloads.ts';
import { isZip, useImageImport } from './use-image-import.ts';
import { useImport } from './use-import.ts';
import type { ImportState } from './use-import.ts';

interface ImportPartProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  /** Draws a product as the shop does. */
  readonly renderCard: (card: WireCard) => ReactNode;
}

/** Imports products of a file into a shop: first a mapping of its columns, then a dry run, then, when confirmed, the import. */
export function ImportPart({ shop, renderCard }: ImportPartProps) {
  const images = useImageImport(shop.key);
  const { state, check, map, confirm, changeMapping, matchIds, start, cancel, reset } = useImport(shop.key);
  const { downloads, retry } = useImageDownloads(shop.key, state.step === 'importing');
  const open = async (file: File): Promise<void> => ((await isZip(file)) ? images.start(file) : check(file));
  return (
    <section className={classNames(boxStyles['box'], styles['part'])}>
      <h2>{adminTransferMessages.importTitle}</h2>
      <p>{adminTransferMessages.importHint}</p>
      <p>{adminTransferMessages.importMore}</p>
      {images.state && <ImageImportView state={images.state} onCancel={images.cancel} onReset={images.reset} />}
      {state.step === 'idle' && !images.state && (
        <FileChoice onFile={(file) => void open(file)} problem={state.problem} />
      )}
      {state.step === 'reading' && <p role="status">{adminTransferMessages.reading}</p>}
      {state.step === 'mapping' && (
        <MappingView
          state={state}
          offer={shop.offer}
          renderCard={renderCard}
          onChange={map}
          onConfirm={confirm}
          onReset={reset}
        />
      )}
      {(state.step === 'checking' || state.step === 'importing') && <Progress state={state} onCancel={cancel} />}
      {(state.step === 'checked' || state.step === 'imported') && (
        <ImportResultView
          state={state}
          onMatchIds={matchIds}
          onStart={start}
          onReset={reset}
          onChangeMapping={changeMapping}
        />
      )}
      {downloads && <ImageDownloadsView downloads={downloads} onRetry={retry} />}
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
  const onDrag = (event: DragEvent): void => {
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const chooseFirst = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <>
      {/* Dropping files is an addition for pointers; the button works with every input device. */}
      <div
        className={classNames(styles['drop'], isOver && styles['over'])}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={(event) => {
          onDrag(event);
          chooseFirst(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xml,.rss,.gz,.zip,text/csv,application/json,text/xml"
          aria-label={adminTransferMessages.choose}
          onChange={({ target }) => {
            chooseFirst(target.files);
            // Without this reset, choosing the same file again after a correction would fire no change event.
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
  readonly state: Extract<ImportState, { step: 'checking' | 'importing' }>;
  readonly onCancel: () => void;
}

function Progress({ state: { step, file, done }, onCancel }: ProgressProps) {
  const total = file.validRows.length;
  return (
    <div className={styles['progress']}>
      <p role="status">{adminTransferMessages[step](done, total)}</p>
      <progress aria-label={adminTransferMessages.progress} value={done} max={Math.max(total, 1)} />
      <Button onClick={onCancel}>{adminTransferMessages.cancel}</Button>
    </div>
  );
}
