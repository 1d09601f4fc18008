import { adminMessages } from '#pwa/messages/en/admin.ts';
import { FloatingField } from '#pwa/ui/fields/floating-field.tsx';

interface IdFieldProps {
  readonly label: string;
  readonly value: string;
  readonly problem?: string | undefined;
  readonly onText: (text: string) => void;
}

/** The input of a product id. */
export const IdField = ({ label, value, problem, onText }: IdFieldProps) => (
  <FloatingField
    name="id"
    label={label}
    value={value}
    problem={problem}
    clearLabel={adminMessages.products.clear(label)}
    inputMode="numeric"
    onText={onText}
  />
);
