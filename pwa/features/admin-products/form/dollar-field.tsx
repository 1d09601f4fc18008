import { useState } from 'react';
import { amountProblem } from '#pwa/messages/amount-problem.ts';
import { FloatingField } from '#pwa/ui/fields/floating-field.tsx';
import type { FloatingFieldProps } from '#pwa/ui/fields/floating-field.tsx';
import { showAmount } from './amount.ts';

/** An input for dollars: outside editing every amount is written the same way, and one that cannot be read is reported at once. */
export function DollarField({ value, problem, onText, ...field }: FloatingFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const ownProblem = isEditing || value.trim() === '' ? undefined : amountProblem(value);
  return (
    <FloatingField
      {...field}
      value={isEditing ? value : showAmount(value)}
      problem={problem ?? ownProblem}
      // Not with the focus: another text would end the selection that the Tab key has made.
      onText={(text) => {
        setIsEditing(true);
        onText(text);
      }}
      onBlur={() => setIsEditing(false)}
    />
  );
}
