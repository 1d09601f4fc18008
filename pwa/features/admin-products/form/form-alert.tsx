import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Alert } from '#pwa/ui/dialogs/alert.tsx';

/** What a form has to say. */
export interface FormAlert {
  readonly title: string;
  readonly lang?: string;
  readonly text?: string | undefined;
}

const { products } = adminMessages;

/** A message of the specification that is in another language than the page. */
export const russian = (title: string, text?: string): FormAlert => ({ title, lang: products.serverLanguage, text });

/** Says what became of a form, until it is closed. */
export const FormAlertView = ({ alert, onClose }: { readonly alert: FormAlert; readonly onClose: () => void }) => (
  <Alert title={alert.title} lang={alert.lang} closeLabel={products.ok} onClose={onClose}>
    {alert.text !== undefined && <p dir="auto">{alert.text}</p>}
  </Alert>
);
