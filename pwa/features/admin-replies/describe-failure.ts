import { adminReplyMessages } from '#pwa/messages/en/admin-replies.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import type { CallResult } from '#sync/api/calls.ts';

export type Failure = Extract<CallResult<unknown>, { ok: false }>;

/** Describes in words why a change of the replies failed. */
export const describeFailure = (failure: Failure): string =>
  failure.problem === 'rejected'
    ? (adminReplyMessages.rejections[failure.code] ?? adminReplyMessages.rejected)
    : administratorMessages.problems[failure.problem];
