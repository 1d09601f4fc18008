import type { ReactNode, Ref } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import styles from './catalog.module.css';

interface CategoryRowViewProps {
  readonly mainCategory: string;
  readonly sectionRef?: Ref<HTMLElement>;
  readonly stripRef?: Ref<HTMLUListElement>;
  readonly onOpen?: () => void;
  readonly onScroll?: (direction: 1 | -1) => void;
  /** The row's cards, each in a list item. */
  readonly children: ReactNode;
}

/** One horizontal row of the start screen. */
export const CategoryRowView = (props: CategoryRowViewProps) => {
  const { mainCategory, sectionRef, stripRef, onOpen, onScroll, children } = props;
  return (
    <section ref={sectionRef} className={styles['row']} aria-label={mainCategory}>
      <div className={styles['rowHead']}>
        <h2 className={styles['rowTitle']}>{mainCategory}</h2>
        <div className={styles['rowTools']}>
          <Button look="quiet" aria-label={messages.categories.showAllOf(mainCategory)} onClick={onOpen}>
            {messages.categories.showAll}
          </Button>
          <span className={styles['arrows']}>
            <IconButton icon="previous" label={messages.categories.scrollBack} onClick={() => onScroll?.(-1)} />
            <IconButton icon="next" label={messages.categories.scrollOn} onClick={() => onScroll?.(1)} />
          </span>
        </div>
      </div>
      <ul ref={stripRef} className={styles['strip']}>
        {children}
      </ul>
    </section>
  );
};
