/* The endpoints that the worker only passes on for pages of administrators. The worker imports their schemas, the page only their types. */

export { listImageDownloads, retryImageDownloads } from '#contract/http/image-downloads.ts';
export { importRedirects } from '#contract/http/redirects.ts';
export { login } from '#contract/http/admin.ts';
export { exportProducts, importProducts, listDeletedProducts, nextId } from '#contract/http/admin-products.ts';
export {
  addAdministrator,
  createRegistrationLink,
  editAdministrator,
  finishProof,
  finishRegistration,
  listAdministrators,
  listAdminSessions,
  loginWithPasskey,
  loginWithRecoveryCode,
  removeOwnPasskey,
  removePasskey,
  replaceRecoveryCodes,
  retryPasskeyLogin,
  revokeAdministrator,
  revokeAdminSession,
  startProof,
  startRegistration,
  unlinkChatLogin,
} from '#contract/http/administrators.ts';
export { exportAudit, listAudit, listAuditPeople } from '#contract/http/audit.ts';
export { deleteChatReply, listChatReplies, orderChatReplies, saveChatReply } from '#contract/http/chat-replies.ts';
export { getFirstSteps, removeDemoProducts, restoreProducts } from '#contract/http/first-steps.ts';
export { deleteEditorFolder, deleteEditorImage, listImages } from '#contract/http/images.ts';
export { noteOrderExport } from '#contract/http/orders.ts';
export { getProduct } from '#contract/http/products.ts';
