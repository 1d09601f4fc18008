/** What a key does, wherever the page is. */
export type Shortcut = 'search' | 'help';

/** What of a key press, and of where it happens, decides. */
export interface KeyPress {
  readonly key: string;
  readonly hasCommand: boolean;
  readonly hasAlt: boolean;
  /** The focus is in a field that takes letters. */
  readonly isTyping: boolean;
  /** A dialog is open: what lies behind it cannot be reached. */
  readonly isCovered: boolean;
  /** Keys without Ctrl are shortcuts. */
  readonly hasSingleKeyShortcuts: boolean;
}

/** The shortcut that a key press means; undefined for all other presses. */
export function planShortcut({ key, hasCommand, hasAlt, ...where }: KeyPress): Shortcut | undefined {
  if (hasAlt || where.isCovered) return undefined;
  if (hasCommand) return key.toLowerCase() === 'k' ? 'search' : undefined;
  if (where.isTyping || !where.hasSingleKeyShortcuts) return undefined;
  if (key === '/') return 'search';
  return key === '?' ? 'help' : undefined;
}
