import { useTheme } from '#pwa/platform/browser/use-theme.ts';
import { ThemeButton } from './theme-button.tsx';

/** The button that switches the theme and stores it. */
export function ThemeToggle() {
  const [theme, chooseTheme] = useTheme();
  return <ThemeButton theme={theme} onChoose={chooseTheme} />;
}
