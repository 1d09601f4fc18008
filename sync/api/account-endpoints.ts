/* The endpoints that pages of the shop call as they are. The worker has their schemas, the page their types only. */

export { deleteMyData, downloadMyData } from '#contract/http/my-data.ts';
export { getPushKey, subscribePush, unsubscribePush } from '#contract/http/push.ts';
export { getSignIn, listSessions, revokeSession, revokeSessions } from '#contract/http/session.ts';
