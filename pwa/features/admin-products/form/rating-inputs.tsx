import { MAX_RATE } from '#contract/limits.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { StarInput } from '#pwa/ui/fields/star-input.tsx';
import { Switch } from '#pwa/ui/fields/switch.tsx';
import styles from './product-form.module.css';

const { products } = adminMessages;

interface RatingInputsProps {
  readonly values: Readonly<Record<string, string | number>>;
  readonly onValue: (name: string, value: string | number) => void;
}

/** The inputs of availability and rating. */
export const RatingInputs = ({ values, onValue }: RatingInputsProps) => (
  <div className={styles['rating']}>
    <Switch isOn={values['availability'] !== 'NO'} onChange={(isOn) => onValue('availability', isOn ? 'YES' : 'NO')}>
      {fieldLabel('availability')}
    </Switch>
    <StarInput
      label={fieldLabel('rate')}
      value={Number(values['rate'] ?? 0)}
      max={MAX_RATE}
      nameOf={products.stars}
      clearLabel={products.clearRating}
      onValue={(rate) => onValue('rate', rate)}
    />
  </div>
);
