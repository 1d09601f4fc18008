import { expect, test } from 'vitest';
import { findWantedForm, formAddress } from './form-address.ts';
import type { WantedForm } from './form-address.ts';

test.each<WantedForm>([
  { form: 'tab', tab: 'add' },
  { form: 'edit', id: 12 },
  { form: 'operation', op: 3 },
])('the address of %o leads to it', (wanted) => {
  expect(findWantedForm(new URL(formAddress('/ayzadmin', wanted), 'https://own.invalid').search)).toEqual(wanted);
});

test.each(['', '?edit=', '?edit=0', '?edit=1e3', '?op=-1', '?op=x', '?view=products', '?tab=audit'])(
  '%j names no form',
  (search) => {
    expect(findWantedForm(search)).toBeUndefined();
  },
);
