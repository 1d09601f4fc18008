import boxStyles from '#pwa/ui/box.module.css';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { buildName } from './build-text.ts';
import { BuildTools } from './build-tools.tsx';
import { BuildTotals } from './build-totals.tsx';
import type { SharedBuild } from './build-url.ts';
import type { PartSlots } from './part-row.tsx';
import { SlotList } from './slot-list.tsx';
import { useAssessedParts } from './use-builds.ts';
import styles from './build-page.module.css';

interface SharedBuildViewProps extends PartSlots {
  readonly shared: SharedBuild;
  /** Why the build could not be kept. */
  readonly problem: string | undefined;
  /** Stores the build, with the current data of its parts. */
  readonly onKeep: (build: Pick<SharedBuild, 'name' | 'isFree' | 'parts'>) => void;
}

/** A build from a link, read-only, with a button that stores it on this device. */
export function SharedBuildView({ shared, problem, onKeep, ...slots }: SharedBuildViewProps) {
  const assessed = useAssessedParts(shared.parts);
  if (!assessed) return <Skeleton label={messages.states.loading} className={styles['page']} />;
  const keep = (): void =>
    onKeep({ ...shared, parts: assessed.parts.map(({ part, slot, title }) => ({ ...part, slot, title })) });
  return (
    <div className={styles['page']}>
      <div className={styles['columns']}>
        <div className={styles['side']}>
          <p className={styles['kicker']}>{buildMessages.sharedBuild}</p>
          <h1>
            <bdi>{buildName(shared.name)}</bdi>
          </h1>
          <div className={styles['notes']}>
            {shared.leftOut > 0 && <p>{buildMessages.leftOut(shared.leftOut)}</p>}
            {shared.unreadable > 0 && <p>{buildMessages.unreadable(shared.unreadable)}</p>}
            {problem && <p role="alert">{problem}</p>}
          </div>
          <BuildTotals build={assessed} />
          <p className={styles['hint']}>{buildMessages.sharedHint}</p>
          <Button look="primary" onClick={keep}>
            {buildMessages.keep}
          </Button>
          <BuildTools build={shared} assessed={assessed} />
        </div>
        <section className={styles['parts']} aria-label={buildMessages.slots}>
          {shared.parts.length === 0 ? (
            <p className={boxStyles['box']}>{buildMessages.noParts}</p>
          ) : (
            <SlotList parts={assessed.parts} isFree={shared.isFree} slotNames={NO_SLOTS} {...slots} />
          )}
        </section>
      </div>
    </div>
  );
}

const NO_SLOTS: readonly string[] = [];
