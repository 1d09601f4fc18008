import { Fragment } from 'react';
import { findTextMatches } from './find-text-matches.ts';
import styles from './highlight.module.css';

/** A text with the matches of a search marked. */
export function Highlight({ text, search }: { readonly text: string; readonly search: string }) {
  const matches = findTextMatches(text, search);
  return (
    <>
      {matches.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.[1] ?? 0, start)}
          <mark className={styles['mark']}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.[1] ?? 0)}
    </>
  );
}
