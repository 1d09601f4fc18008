import { messages } from '#pwa/messages/en/first-screen.ts';
import type { Theme } from '#pwa/platform/storage/device-storage.ts';
import { IconButton } from '#pwa/ui/button.tsx';

interface ThemeButtonProps {
  /** The theme on the screen. */
  readonly theme: Theme;
  readonly onChoose?: (theme: Theme) => void;
}

/** Switches between light and dark; the icon shows the other theme. */
export const ThemeButton = ({ theme, onChoose }: ThemeButtonProps) =>
  theme === 'dark' ? (
    <IconButton icon="sun" label={messages.frame.toLight} onClick={() => onChoose?.('light')} />
  ) : (
    <IconButton icon="moon" label={messages.frame.toDark} onClick={() => onChoose?.('dark')} />
  );
