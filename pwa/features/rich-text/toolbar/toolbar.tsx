import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { FORMAT_TEXT_COMMAND, REDO_COMMAND, UNDO_COMMAND } from 'lexical';
import { useRef, useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { clearContent, indentItem, insertRule, setBlockType } from './format-commands.ts';
import { TEXT_FORMATS } from './read-formats.ts';
import { ToolbarButton } from './toolbar-button.tsx';
import { BlockSelect, FontSelect, SizeSelect } from './toolbar-selects.tsx';
import { useToolbarState } from './use-toolbar-state.ts';
import type { EditorImages } from '../images/use-images.ts';
import { useRovingFocus } from './use-roving-focus.ts';
import styles from './toolbar.module.css';

const texts = adminMessages.editor;
/** Block types with a toggle button. */
const BLOCKS = ['ul', 'ol', 'quote', 'code-block'] as const;
const LEVEL_STEPS = ['outdent', 'indent'] as const;

interface ToolbarProps {
  readonly label: string;
  readonly images: EditorImages;
  readonly isDisabled: boolean;
}

/** The controls above the text. */
export function Toolbar({ label, images, isDisabled }: ToolbarProps) {
  const [editor] = useLexicalComposerContext();
  const formats = useToolbarState();
  const { toolbar, control } = useRovingFocus('bold');
  const [isConfirmingClear, setConfirmingClear] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const isInList = formats.block === 'ul' || formats.block === 'ol';

  return (
    <div className={styles['bar']}>
      <div className={styles['toolbar']} role="toolbar" aria-label={texts.toolbar(label)} {...toolbar}>
        {TEXT_FORMATS.map((format) => (
          <ToolbarButton
            key={format}
            {...control(format)}
            icon={format}
            label={texts.formats[format]}
            isPressed={formats.active.includes(format)}
            disabled={isDisabled}
            onPress={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, format)}
          />
        ))}
        <BlockSelect block={formats.block} disabled={isDisabled} {...control('block')} />
        <SizeSelect sizePx={formats.sizePx} disabled={isDisabled} {...control('size')} />
        <FontSelect font={formats.font} disabled={isDisabled} {...control('font')} />
        {BLOCKS.map((type) => (
          <ToolbarButton
            key={type}
            {...control(type)}
            icon={type}
            label={texts.blocks[type]}
            isPressed={formats.block === type}
            disabled={isDisabled}
            onPress={() => setBlockType(editor, formats.block === type ? 'paragraph' : type)}
          />
        ))}
        {LEVEL_STEPS.map((step) => (
          <ToolbarButton
            key={step}
            {...control(step)}
            icon={step}
            label={texts[step]}
            disabled={isDisabled || !isInList}
            onPress={() => indentItem(editor, step === 'indent')}
          />
        ))}
        <ToolbarButton
          {...control('rule')}
          icon="rule"
          label={texts.rule}
          disabled={isDisabled}
          onPress={() => insertRule(editor)}
        />
        <ToolbarButton
          {...control('image')}
          icon="image"
          label={texts.addImage}
          disabled={isDisabled || images.isUploading}
          onPress={() => fileInput.current?.click()}
        />
        <ToolbarButton
          {...control('undo')}
          icon="undo"
          label={texts.undo}
          disabled={isDisabled || !formats.canUndo}
          onPress={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}
        />
        <ToolbarButton
          {...control('redo')}
          icon="redo"
          label={texts.redo}
          disabled={isDisabled || !formats.canRedo}
          onPress={() => editor.dispatchCommand(REDO_COMMAND, undefined)}
        />
        <ToolbarButton
          {...control('clear')}
          icon="clear"
          label={texts.clear}
          disabled={isDisabled}
          onPress={() => setConfirmingClear(true)}
        />
      </div>
      <input
        ref={fileInput}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        hidden
        aria-label={texts.addImage}
        disabled={isDisabled || images.isUploading}
        onChange={({ target }) => {
          void images.add([...(target.files ?? [])]);
          // Without this reset, choosing the same file again would fire no change event.
          target.value = '';
        }}
      />
      {isConfirmingClear && (
        <ClearContentDialog onClose={() => setConfirmingClear(false)} onClear={() => clearContent(editor)} />
      )}
    </div>
  );
}

function ClearContentDialog({ onClose, onClear }: { readonly onClose: () => void; readonly onClear: () => void }) {
  const clear = (): void => {
    onClose();
    onClear();
  };
  return (
    <ConfirmDialog
      title={texts.clearQuestion}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button look="destructive" onClick={clear}>
            {texts.clear}
          </Button>
        </>
      }
    >
      <p>{texts.clearHint}</p>
    </ConfirmDialog>
  );
}
