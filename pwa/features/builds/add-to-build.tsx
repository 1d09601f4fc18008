import { useState } from 'react';
import type { ReactNode } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import type { Build } from '#pwa/platform/storage/parse-builds.ts';
import { storedBuilds } from '#pwa/platform/storage/stored-builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { buildName } from './build-text.ts';
import { addPart } from './change-build.ts';
import type { NewPart } from './change-build.ts';
import { createBuild } from './create-build.ts';
import { useBuilds } from './use-builds.ts';
import styles from './add-to-build.module.css';

interface AddToBuildProps {
  readonly part: NewPart;
  /** Renders the link to a build. */
  readonly renderLink: (id: number, text: string) => ReactNode;
}

/** What the last press did. */
interface Outcome {
  readonly text: string;
  /** The build that the part was added to, as it was before. */
  readonly before?: Build;
}

/** The action of an open product: adds it to a build, to a new one when there is none. Several builds are a choice. */
export function AddToBuild({ part, renderLink }: AddToBuildProps) {
  const builds = useBuilds();
  const [isChoosing, setChoosing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const addTo = (id: number | null): void => {
    setChoosing(false);
    const build = storedBuilds.list().find((other) => other.id === id);
    if (!build) return setOutcome({ text: buildMessages.tooManyBuilds });
    const { build: next, replaced, isFull } = addPart(build, part);
    if (isFull) return setOutcome({ text: buildMessages.partsFull });
    storedBuilds.change(build.id, () => next);
    const name = buildName(build.name);
    const [old] = replaced;
    const text = old ? buildMessages.replaced(old.title, name) : buildMessages.added(name);
    setOutcome({ text, before: build });
  };
  const press = (): void => {
    if (builds.length > 1) setChoosing(true);
    else addTo(builds[0]?.id ?? createBuild());
  };
  const before = outcome?.before;
  return (
    <>
      <Button onClick={press}>
        <LazyIcon name="builds" />
        {buildMessages.add}
      </Button>
      <div role="status" className={styles['outcome']}>
        {outcome && <span>{outcome.text}</span>}
        {before && (
          <>
            <Button
              look="quiet"
              onClick={() => {
                storedBuilds.change(before.id, () => before);
                setOutcome(undefined);
              }}
            >
              {buildMessages.undo}
            </Button>
            {renderLink(before.id, buildMessages.openBuild(buildName(before.name)))}
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
              <Button look="quiet" onClick={() => addTo(createBuild())}>
                {buildMessages.create}
              </Button>
            </li>
          </ul>
        </Modal>
      )}
    </>
  );
}
