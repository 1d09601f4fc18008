import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';

/** A message of a form. */
export interface FormAlert {
  readonly title: string;
  readonly lang?: string;
  readonly text?: string | undefined;
}

const { products } = adminMessages;

/** Creates an alert with a Russian title: the specification fixes these texts. */
export const russian = (title: string, text?: string): FormAlert => ({ title, lang: products.serverLanguage, text });

/** Shows a form's message until it is closed. */
export const FormAlertView = ({ alert, onClose }: { readonly alert: FormAlert; readonly onClose: () => void }) => (
  <Alert title={alert.title} lang={alert.lang} closeLabel={products.ok} onClose={onClose}>
    {alert.text !== undefined && <p dir="auto">{alert.text}</p>}
  </Alert>
);
