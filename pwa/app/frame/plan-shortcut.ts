/** An action that a key triggers on every screen. */
export type Shortcut = 'search' | 'help';

/** The parts of a key press and of its context that decide about a shortcut. */
export interface KeyPress {
  readonly key: string;
  readonly hasCommand: boolean;
  readonly hasAlt: boolean;
  /** The focus is in a text field. */
  readonly isTyping: boolean;
  /** A dialog covers the page. */
  readonly isCovered: boolean;
  /** Keys without Ctrl are shortcuts. */
  readonly hasSingleKeyShortcuts: boolean;
}

/** Returns the shortcut of a key press; undefined for other presses. */
export function planShortcut({ key, hasCommand, hasAlt, ...where }: KeyPress): Shortcut | undefined {
  if (hasAlt || where.isCovered) return undefined;
  if (hasCommand) return key.toLowerCase() === 'k' ? 'search' : undefined;
  if (where.isTyping || !where.hasSingleKeyShortcuts) return undefined;
  if (key === '/') return 'search';
  return key === '?' ? 'help' : undefined;
}
