import { useCallback, useEffect, useState } from 'react';
import { frameMessages } from '#pwa/messages/en/frame.ts';
import { singleKeyShortcuts } from '#pwa/platform/storage/device-settings.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { planShortcut } from './plan-shortcut.ts';
import styles from './shortcuts.module.css';

const FIELDS = 'input, textarea, select, [contenteditable]';

/** Handles the page's shortcuts and shows their list. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const shortcut = planShortcut({
        key: event.key,
        hasCommand: event.ctrlKey || event.metaKey,
        hasAlt: event.altKey,
        isTyping: event.target instanceof Element && event.target.closest(FIELDS) !== null,
        isCovered: document.querySelector('dialog[open]') !== null,
        hasSingleKeyShortcuts: singleKeyShortcuts.get(),
      });
      if (!shortcut || (shortcut === 'search' && !focusSearch())) return;
      event.preventDefault();
      if (shortcut === 'help') setOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return isOpen ? <ShortcutList onClose={close} /> : null;
}

/** Focuses the search field; false on screens without one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input');
  field?.focus();
  field?.select();
  return field !== null;
}

const KEYS = [
  { keys: ['/'], text: 'search' },
  { keys: ['Ctrl K', '⌘ K'], text: 'searchAnywhere' },
  { keys: ['?'], text: 'help' },
  { keys: ['Esc'], text: 'leave' },
  { keys: ['←', '→'], text: 'arrows' },
] as const;

function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const isOn = useObservable(singleKeyShortcuts);
  return (
    <Modal kind="panel" label={frameMessages.shortcuts.title} onClose={onClose}>
      <DrawerHead title={frameMessages.shortcuts.title} closeLabel={frameMessages.shortcuts.close} onClose={onClose} />
      <dl className={styles['keys']}>
        {KEYS.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{frameMessages.shortcuts[text]}</dd>
          </div>
        ))}
      </dl>
      <label className={styles['switch']}>
        <input type="checkbox" checked={isOn} onChange={(event) => singleKeyShortcuts.set(event.target.checked)} />
        <span>
          {frameMessages.shortcuts.single}
          <small>{frameMessages.shortcuts.singleHint}</small>
        </span>
      </label>
    </Modal>
  );
}
