import type { User } from '#contract/account/user.ts';
import { PaymentReminder } from './payment-reminder.tsx';
import { RejectedNotice } from './rejected-notice.tsx';

/** The notices that read the user's rows. */
export const UserNotices = ({ user }: { readonly user: User }) => (
  <>
    <RejectedNotice />
    <PaymentReminder user={user} />
  </>
);
