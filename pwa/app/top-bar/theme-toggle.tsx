import { useTheme } from '#pwa/platform/browser/use-theme.ts';
import { ThemeButton } from './theme-button.tsx';

/** The button that changes the theme on the screen and keeps it. */
export function ThemeToggle() {
  const [theme, chooseTheme] = useTheme();
  return <ThemeButton theme={theme} onChoose={chooseTheme} />;
}
