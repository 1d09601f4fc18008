import { useState } from 'react';
import { MAX_BUILD_PARTS } from '#contract/limits.ts';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { cleanBuildName } from './parse-builds.ts';
import type { Build } from './parse-builds.ts';
import { storedBuilds } from './stored-builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Switch } from '#pwa/ui/fields/switch.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { WireCard } from '#sync/api/engine-api.ts';
import type { AssessedPart } from './assess-build.ts';
import { buildName, partTitle } from './build-text.ts';
import { BuildTitle } from './build-title.tsx';
import { BuildTools } from './build-tools.tsx';
import { BuildTotals } from './build-totals.tsx';
import { addStoredPart, setStoredQuantity } from './change-stored-build.ts';
import { listSlotNames } from './list-slots.ts';
import { PartPicker } from './part-picker.tsx';
import type { PartSlots } from './part-row.tsx';
import { SlotList } from './slot-list.tsx';
import { UndoLine } from './undo-line.tsx';
import { toPart, useAssessedParts, useReadyBuilds } from './use-builds.ts';
import type { PartChoice } from './use-part-choices.ts';
import { useUndo } from './use-undo.ts';
import styles from './build-page.module.css';

interface OwnBuildProps extends PartSlots {
  readonly build: Build;
  readonly onDelete: () => void;
}

/** One of this device's builds: every change applies and is stored at once. */
export function OwnBuild({ build, onDelete, ...slots }: OwnBuildProps) {
  const assessed = useAssessedParts(build.parts);
  const { ready = [], isAwaited } = useReadyBuilds();
  /** The slot for which the picker lists parts; null for any part, undefined while the picker is closed. */
  const [choosing, setChoosing] = useState<string | null>();
  const [message, showMessage] = useUndo();
  const change = (alter: (latest: Build) => Build): void => storedBuilds.change(build.id, alter);

  const pick = ({ shop, card }: PartChoice): void => {
    setChoosing(undefined);
    const added = addStoredPart(build.id, toPart(shop, card, choosing ?? card.category));
    if (added?.isFull) return showMessage({ text: buildMessages.partsFull });
    const [old] = added?.replaced ?? [];
    if (added && old) showMessage({ text: buildMessages.replaced(old.title, buildName(build.name)), undo: added.undo });
  };
  const onQuantity = (each: AssessedPart<WireCard>, quantity: number): void => {
    const undo = setStoredQuantity(build.id, each.part, quantity);
    if (quantity === 0) showMessage({ text: buildMessages.removed(partTitle(each)), undo });
  };
  if (!assessed) return <Skeleton label={messages.states.loading} className={styles['page']} />;
  return (
    <div className={styles['page']}>
      <div className={styles['columns']}>
        <div className={styles['side']}>
          <BuildTitle
            name={build.name}
            onRename={(name) => change((latest) => ({ ...latest, name: cleanBuildName(name) }))}
          />
          <BuildTotals build={assessed} />
          <BuildTools build={build} assessed={assessed}>
            <Button onClick={onDelete}>
              <LazyIcon name="trash" />
              {buildMessages.delete}
            </Button>
          </BuildTools>
          <div className={styles['mode']}>
            <Switch isOn={!build.isFree} onChange={(isOn) => change((latest) => ({ ...latest, isFree: !isOn }))}>
              {buildMessages.onePerSlot}
            </Switch>
          </div>
        </div>
        <section className={styles['parts']} aria-label={buildMessages.slots}>
          {isAwaited && <Skeleton label={messages.states.loading} />}
          <SlotList
            parts={assessed.parts}
            isFree={build.isFree}
            slotNames={listSlotNames(ready)}
            onChoose={setChoosing}
            onQuantity={onQuantity}
            {...slots}
          />
          <div className={styles['more']}>
            <Button disabled={build.parts.length >= MAX_BUILD_PARTS} onClick={() => setChoosing(null)}>
              <LazyIcon name="plus" />
              {buildMessages.addAnother}
            </Button>
            {build.parts.length >= MAX_BUILD_PARTS && <p>{buildMessages.partsFull}</p>}
          </div>
        </section>
      </div>
      <UndoLine message={message} onDone={() => showMessage(undefined)} />
      {choosing !== undefined && (
        <PartPicker
          slot={choosing}
          renderImage={slots.renderImage}
          onPick={pick}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </div>
  );
}
