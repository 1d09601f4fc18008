import { Fragment } from 'react';
import { findTextMatches } from './find-text-matches.ts';
import styles from './highlight.module.css';

/** A text with what was searched for marked in it. */
export function Highlight({ text, search }: { readonly text: string; readonly search: string }) {
  const found = findTextMatches(text, search);
  return (
    <>
      {found.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(found[index - 1]?.[1] ?? 0, start)}
          <mark className={styles['mark']}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(found.at(-1)?.[1] ?? 0)}
    </>
  );
}
