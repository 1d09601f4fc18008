import { messages } from '#pwa/messages/en/first-screen.ts';
import { otherLanguages } from '#pwa/platform/browser/language.ts';

const loadSwitch = () => import('#pwa/platform/browser/switch-language.ts');

/** Buttons that switch to the other languages of the interface, each labeled with the language's own name. */
export const LanguageChoice = ({ className }: { readonly className?: string }) => (
  <span role="group" aria-label={messages.frame.language}>
    {otherLanguages().map(([language, name]) => (
      <button
        key={language}
        type="button"
        className={className}
        lang={language}
        onClick={() => void loadSwitch().then(({ switchLanguage }) => switchLanguage(language))}
      >
        {name}
      </button>
    ))}
  </span>
);
