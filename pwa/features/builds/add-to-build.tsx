import { useState } from 'react';
import type { ReactNode } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import type { Build } from './parse-builds.ts';
import { storedBuilds } from './stored-builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { buildName } from './build-text.ts';
import type { NewPart } from './change-build.ts';
import { addStoredPart, removeEmpty } from './change-stored-build.ts';
import { createBuild } from './create-build.ts';
import { useBuilds } from './use-builds.ts';
import styles from './add-to-build.module.css';

interface AddToBuildProps {
  readonly part: NewPart;
  /** Renders the link to a build. */
  readonly renderLink: (id: number, text: string) => ReactNode;
}

/** The result of the last press. */
interface Outcome {
  readonly text: string;
  /** The build that the part was added to. */
  readonly build?: Build;
  readonly undo?: () => void;
}

/** The button that adds an open product to a build, or to a new one when there is none. With several builds, the visitor chooses one. */
export function AddToBuild({ part, renderLink }: AddToBuildProps) {
  const builds = useBuilds();
  const [isChoosing, setChoosing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const addTo = (id: number | null, { isNew = false } = {}): void => {
    setChoosing(false);
    const build = storedBuilds.list().find((other) => other.id === id);
    const added = build && addStoredPart(build.id, part);
    if (!added) return setOutcome({ text: buildMessages.tooManyBuilds });
    if (added.isFull) return setOutcome({ text: buildMessages.partsFull });
    const name = buildName(build.name);
    const [old] = added.replaced;
    const text = old ? buildMessages.replaced(old.title, name) : buildMessages.added(name);
    const undo = (): void => {
      added.undo();
      if (isNew) removeEmpty(build.id);
    };
    setOutcome({ text, build, undo });
  };
  const addToNew = (): void => addTo(createBuild(), { isNew: true });
  const press = (): void => {
    if (builds.length > 1) setChoosing(true);
    else if (builds[0]) addTo(builds[0].id);
    else addToNew();
  };
  const { build, undo } = outcome ?? {};
  return (
    <>
      <Button onClick={press}>
        <LazyIcon name="builds" />
        {buildMessages.add}
      </Button>
      <div role="status" className={styles['outcome']}>
        {outcome && <span>{outcome.text}</span>}
        {build && (
          <>
            <Button
              look="quiet"
              onClick={() => {
                undo?.();
                setOutcome(undefined);
              }}
            >
              {buildMessages.undo}
            </Button>
            {renderLink(build.id, buildMessages.openBuild(buildName(build.name)))}
          </>
        )}
      </div>
      {isChoosing && (
        <Modal kind="dialog" label={buildMessages.addTo} onClose={() => setChoosing(false)}>
          <DrawerHead
            title={buildMessages.addTo}
            closeLabel={buildMessages.closeChoice}
            onClose={() => setChoosing(false)}
          />
          <ul className={styles['choices']}>
            {builds.map(({ id, name }) => (
              <li key={id}>
                <Button onClick={() => addTo(id)}>
                  <bdi>{buildName(name)}</bdi>
                </Button>
              </li>
            ))}
            <li>
              <Button look="quiet" onClick={addToNew}>
                {buildMessages.create}
              </Button>
            </li>
          </ul>
        </Modal>
      )}
    </>
  );
}
