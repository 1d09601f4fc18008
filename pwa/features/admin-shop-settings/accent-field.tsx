import type { CSSProperties } from 'react';
import { createPalette, SURFACES } from '#contract/shop-settings/palette.ts';
import { adminShopMessages } from '#pwa/messages/en/admin-shop.ts';
import { Button } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { isColor } from './shop-form.ts';
import styles from './shop-settings.module.css';

/** The default accent color, with which the color field begins. */
const DEFAULT_ACCENT = '#a3e635';

interface AccentFieldProps {
  readonly accent: string;
  readonly problem: string | undefined;
  readonly onAccent: (accent: string) => void;
}

/** The input of the accent color, with samples in both themes. */
export function AccentField({ accent, problem, onAccent }: AccentFieldProps) {
  const color = accent.trim();
  const isShown = isColor(color) && problem === undefined;
  return (
    <div className={styles['field']}>
      <div className={styles['line']}>
        <input
          type="color"
          aria-label={adminShopMessages.pickAccent}
          value={isColor(color) ? color : DEFAULT_ACCENT}
          onChange={({ target }) => onAccent(target.value)}
        />
        <TextField
          label={adminShopMessages.accent}
          placeholder={DEFAULT_ACCENT}
          autoComplete="off"
          spellCheck={false}
          value={accent}
          problem={problem}
          onText={onAccent}
        />
        {accent !== '' && <Button onClick={() => onAccent('')}>{adminShopMessages.removeAccent}</Button>}
      </div>
      {isShown && (
        <div className={styles['samples']}>
          <Sample accent={color} theme="light" />
          <Sample accent={color} theme="dark" />
        </div>
      )}
    </div>
  );
}

function Sample({ accent, theme }: { readonly accent: string; readonly theme: 'light' | 'dark' }) {
  const palette = createPalette(accent.toLowerCase(), theme);
  const { surface, text } = SURFACES[theme];
  const colors = {
    '--sample-ground': surface,
    '--sample-text': text,
    '--sample-area': palette.lime,
    '--sample-on-area': palette['on-lime'],
    '--sample-link': palette['text-lime'],
  } as CSSProperties;
  const isAdapted = palette.lime !== accent.toLowerCase();
  return (
    <figure className={styles['sample']} style={colors}>
      <figcaption>
        {adminShopMessages.themes[theme]}
        {isAdapted && ` · ${adminShopMessages.adapted}`}
      </figcaption>
      <span>{adminShopMessages.sampleButton}</span>
      <em>{adminShopMessages.sampleLink}</em>
    </figure>
  );
}
