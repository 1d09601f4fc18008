import { expect, test } from 'vitest';
import { findRequestedForm, adminFormUrl } from './admin-form-url.ts';
import type { RequestedForm } from './admin-form-url.ts';

test.each<RequestedForm>([
  { form: 'tab', tab: 'add' },
  { form: 'edit', id: 12 },
  { form: 'operation', op: 3 },
])('the URL of the form %o opens that form', (wanted) => {
  expect(findRequestedForm(new URL(adminFormUrl('/ayzadmin', wanted), 'https://own.invalid').search)).toEqual(wanted);
});

test.each(['', '?edit=', '?edit=0', '?edit=1e3', '?op=-1', '?op=x', '?view=products', '?tab=audit'])(
  '%j names no form',
  (search) => {
    expect(findRequestedForm(search)).toBeUndefined();
  },
);
