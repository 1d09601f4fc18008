import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';

/** A message of a form. */
export interface FormAlert {
  readonly title: string;
  readonly lang?: string;
  /** The title in the language of the page, where that is another one. */
  readonly meaning?: string;
  readonly text?: string | undefined;
}

const { products } = adminMessages;

/** Creates an alert with a Russian title, which the specification fixes, and its meaning below it. */
export const russian = (title: keyof typeof products.meanings, text?: string): FormAlert => ({
  title: products[title],
  lang: products.serverLanguage,
  meaning: products.meanings[title],
  text,
});

/** Shows a form's message until it is closed. */
export const FormAlertView = ({ alert, onClose }: { readonly alert: FormAlert; readonly onClose: () => void }) => (
  <Alert title={alert.title} lang={alert.lang} closeLabel={products.ok} onClose={onClose}>
    {alert.meaning && <p>{alert.meaning}</p>}
    {alert.text !== undefined && <p dir="auto">{alert.text}</p>}
  </Alert>
);
