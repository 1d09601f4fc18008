import { messages } from '#pwa/messages/en.ts';
import { useTheme } from '#pwa/platform/use-theme.ts';
import { IconButton } from '#pwa/ui/button.tsx';

/** Switches between light and dark; the sign shows where it leads. */
export function ThemeToggle() {
  const [theme, chooseTheme] = useTheme();
  return theme === 'dark' ? (
    <IconButton icon="sun" label={messages.frame.toLight} onClick={() => chooseTheme('light')} />
  ) : (
    <IconButton icon="moon" label={messages.frame.toDark} onClick={() => chooseTheme('dark')} />
  );
}
