import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import type { ComponentProps } from 'react';
import { MAX_TEXT_SIZE, MIN_TEXT_SIZE, TEXT_FONTS } from '#contract/text/rich-text.ts';
import type { TextFont } from '#contract/text/rich-text.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { toCss } from '#pwa/ui/html/html-style.ts';
import { setBlockType, setTextFont, setTextSize } from './format-commands.ts';
import type { BlockType } from './format-commands.ts';
import styles from './toolbar.module.css';

const texts = adminMessages.editor;
const LEVELS = [1, 2, 3, 4, 5, 6] as const;
const SIZES = Array.from({ length: MAX_TEXT_SIZE - MIN_TEXT_SIZE + 1 }, (_, index) => MIN_TEXT_SIZE + index);

type SelectProps<Value> = Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'size'> & Value;

/** Selects the block type: paragraph or a heading. Lists, quotes and code have buttons. */
export function BlockSelect({ block, ...rest }: SelectProps<{ readonly block: BlockType }>) {
  const [editor] = useLexicalComposerContext();
  const value = block === 'paragraph' || block.startsWith('h') ? block : '';
  return (
    <select
      {...rest}
      className={styles['select']}
      aria-label={texts.blockType}
      value={value}
      onChange={({ target }) => {
        setBlockType(editor, target.value as BlockType);
        editor.focus();
      }}
    >
      {value === '' && <option value="">{(texts.blocks as Partial<Record<BlockType, string>>)[block]}</option>}
      <option value="paragraph">{texts.paragraph}</option>
      {LEVELS.map((level) => (
        <option key={level} value={`h${level}`}>
          {texts.heading(level)}
        </option>
      ))}
    </select>
  );
}

export function FontSelect({ font, ...rest }: SelectProps<{ readonly font: TextFont | '' | undefined }>) {
  const [editor] = useLexicalComposerContext();
  return (
    <select
      {...rest}
      className={styles['select']}
      aria-label={texts.font}
      value={font ?? 'several'}
      onChange={({ target }) => {
        setTextFont(
          editor,
          TEXT_FONTS.find((known) => known === target.value),
        );
        editor.focus();
      }}
    >
      {font === undefined && <option value="several">{texts.severalFonts}</option>}
      <option value="">{texts.defaultFont}</option>
      {TEXT_FONTS.map((known) => (
        <option key={known} value={known} style={{ fontFamily: toCss({ font: known }).fontFamily }}>
          {known}
        </option>
      ))}
    </select>
  );
}

export function SizeSelect({ sizePx, ...rest }: SelectProps<{ readonly sizePx: number | undefined }>) {
  const [editor] = useLexicalComposerContext();
  return (
    <select
      {...rest}
      className={styles['select']}
      aria-label={texts.size}
      value={sizePx === undefined ? '' : Math.round(sizePx)}
      onChange={({ target }) => {
        setTextSize(editor, Number(target.value));
        editor.focus();
      }}
    >
      {sizePx === undefined && <option value="">{texts.severalSizes}</option>}
      {SIZES.map((size) => (
        <option key={size} value={size}>
          {texts.sizeOf(size)}
        </option>
      ))}
    </select>
  );
}
