import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';

/** A message of a form. */
export interface FormAlert {
  readonly title: string;
  /** For a title in a foreign language: that language, and what the title means in the language of the page. */
  readonly foreign?: { readonly lang: string; readonly meaning: string };
  readonly text?: string | undefined;
}

const { products } = adminMessages;

/** Creates an alert with a Russian title, which the specification fixes, and its meaning below it. */
export const russian = (title: keyof typeof products.meanings, text?: string): FormAlert => ({
  title: products[title],
  foreign: { lang: products.serverLanguage, meaning: products.meanings[title] },
  text,
});

/** Shows a form's message until it is closed. */
export const FormAlertView = ({ alert, onClose }: { readonly alert: FormAlert; readonly onClose: () => void }) => (
  <Alert title={alert.title} foreign={alert.foreign} closeLabel={products.ok} onClose={onClose}>
    {alert.text !== undefined && <p dir="auto">{alert.text}</p>}
  </Alert>
);
