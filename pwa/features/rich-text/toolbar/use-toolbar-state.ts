import { HistoryExtension } from '@lexical/history';
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue';
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription';
import { subscribeTo } from '../subscribe-to.ts';
import { $readFormats } from './read-formats.ts';
import type { Formats } from './read-formats.ts';

export interface ToolbarState extends Formats {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const formatsSubscription = subscribeTo($readFormats);

/** Returns the state of the toolbar's controls for the current selection and history. */
export function useToolbarState(): ToolbarState {
  const formats = useLexicalSubscription(formatsSubscription);
  const canUndo = useExtensionSignalValue(HistoryExtension, 'canUndo');
  const canRedo = useExtensionSignalValue(HistoryExtension, 'canRedo');
  return { ...formats, canUndo, canRedo };
}
