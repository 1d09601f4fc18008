import type { ErrorCode } from '#contract/http/errors.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import type { SyncProblem } from '#sync/api/sync-problem.ts';
import { localized } from '../localized.ts';
import { shopName } from '../shop.ts';

/** Texts about administrators, their passkeys and recovery codes. */
export const administratorMessages = localized('administratorMessages', {
  /** The second step of the login. */
  step: {
    title: 'Confirm it’s you',
    hint: 'Use your passkey: fingerprint, face, screen lock or security key.',
    use: 'Use passkey',
    waiting: 'Waiting for your passkey…',
    otherWay: 'Use a recovery code',
    backToPasskey: 'Use a passkey instead',
    code: 'Recovery code',
    codeHint: 'Each code works once.',
    continue: 'Continue',
    startOver: 'Start over',
    expired: 'That took too long. Enter the password again.',
  },

  passkeyProblems: {
    cancelled:
      'No passkey was used. Try again, or choose another way: a passkey works only at the address where it was registered.',
    unsupported: 'This browser or device has no passkeys. Update it, or use another one.',
    exists: 'This device already has a passkey of yours.',
    'wrong-address': 'Passkeys do not work at this address.',
    failed: 'The passkey did not work. Try again.',
  },
  /** 127.0.0.1 cannot have passkeys; localhost is the same server. */
  openLocalhost: (address: string) => `Open ${address}`,

  register: {
    title: 'Register your passkey',
    passwordHint: 'You were invited. Enter the shop’s admin password first.',
    hint: 'From now on you log in with the password and this passkey.',
    name: 'Your name',
    nameHint: 'Others see it in the audit log.',
    passkeyName: 'Name of this passkey',
    passkeyNameHint: '(optional)',
    passkeyNameExample: 'For example: Work tablet',
    create: 'Create passkey',
    creating: 'Follow your browser…',
    notNow: 'Not now',
    noName: 'Enter your name.',
  },

  codes: {
    title: 'Save your recovery codes',
    hint: 'With one of them you can log in when your passkey is lost. They are shown only now. Keep them where your passkey is not.',
    list: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied. Write them down.',
    print: 'Print',
    download: 'Download',
    fileName: 'recovery-codes.txt',
    get fileHead() {
      return `Recovery codes of ${shopName()}. Each works once.`;
    },
    saved: 'I saved these codes',
    done: 'Done',
  },

  roles: {
    owner: { name: 'Owner', hint: 'Everything, including administrators and the audit log' },
    catalogue: { name: 'Catalog', hint: 'Products, images, import and export' },
    orders: { name: 'Orders', hint: 'Orders with buyers’ names and addresses' },
    chat: { name: 'Chat', hint: 'Answers buyers’ chats' },
  } satisfies Record<AdminRole, { readonly name: string; readonly hint: string }>,
  noRoles: 'No roles',

  people: {
    title: 'Administrators',
    hint: 'Who can log in, and what each person can do.',
    invite: 'Invite someone',
    you: 'You',
    neverUsed: 'not used yet',
    lastUsed: (time: string) => `last used ${time}`,
    invited: (time: string) => `Invited. The link works until ${time}.`,
    notRegistered: 'Not registered. Create a new link.',
    edit: 'Edit',
    editOf: (name: string) => `Edit: ${name}`,
    newLink: 'New link',
    newLinkOf: (name: string) => `New link: ${name}`,
    revoke: 'Revoke access',
    revokeOf: (name: string) => `Revoke access: ${name}`,
    revokeQuestion: (name: string) => `Revoke access of ${name}?`,
    revokeHint:
      'All devices are logged out at once, passkeys and recovery codes end. Changes not sent yet are rejected.',
    devices: 'Devices',
    passkeys: 'Passkeys',
    noPasskeys: 'No passkey',
    noDevices: 'Not logged in anywhere',
    answersChats: (name: string) => `Answers chats in the shop as ${name}.`,
    cancel: 'Cancel',
    save: 'Save',
    name: 'Name',
    rolesLabel: 'Roles',
    inviteTitle: 'Invite an administrator',
    create: 'Create link',
    editTitle: (name: string) => `Edit ${name}`,
    linkTitle: (name: string) => `Link for ${name}`,
    linkHint: (time: string) =>
      `Send it to them privately. It works once, until ${time}, together with the admin password.`,
    link: 'One-time link',
    copyLink: 'Copy link',
    noName: 'Enter a name.',
    noPasskeyYet: 'Register your own passkey first',
    noPasskeyYetHint:
      'Until then the password alone opens everything. Open the one-time link from the server’s first start, or run this on the server:',
    command: 'npm run admin -- add "Your name" --roles owner',
  },

  access: {
    title: 'My access',
    nameless: 'You are logged in with the password only.',
    passkeys: 'Passkeys',
    addPasskey: 'Add a passkey',
    added: 'Passkey added.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove passkey: ${name}`,
    removeQuestion: (name: string) => `Remove the passkey “${name}”?`,
    removeHint: 'Devices that logged in with it are logged out.',
    codes: 'Recovery codes',
    codesLeft: (count: number) => (count === 0 ? 'None left.' : count === 1 ? '1 code left.' : `${count} codes left.`),
    newCodes: 'Create new codes',
    newCodesQuestion: 'Create new recovery codes?',
    newCodesHint: 'The ones you have stop working.',
    devices: 'Devices',
    unnamed: 'Passkey',
    chat: {
      title: 'Chats',
      linked: (name: string, email: string) => `In the shop, you also answer buyers’ chats as ${name} (${email}).`,
      unlink: 'Stop answering there',
      unlinkQuestion: 'Stop answering chats in the shop?',
      unlinkHint: 'The chats leave that login’s devices. Here you go on answering them, and what you have sent stays.',
    },
  },

  state: {
    loading: 'Loading…',
    offline: 'This needs a connection. Try again when you are online.',
    failed: 'This could not be loaded: the server did not answer. Try again.',
    tryAgain: 'Try again',
  },

  notOffered: {
    title: 'Not part of your roles',
    hint: (role: string) => `This needs the role “${role}”. Ask an owner.`,
  },

  revoked: {
    title: 'Your access was revoked',
    hint: 'Ask an owner if you think this is a mistake.',
    kept: (count: number) =>
      count === 1
        ? '1 change was not accepted because access was revoked. It is kept on this device for reading.'
        : `${count} changes were not accepted because access was revoked. They are kept on this device for reading.`,
    show: 'Show changes',
  },

  problems: {
    unreachable: 'The server cannot be reached. This needs a connection.',
    'foreign-reply': 'This network asks you to sign in first. Open its sign-in page or switch to another network.',
    'server-error': 'The server has a technical problem. Try again later.',
    'older-server': 'The server is under maintenance. Try again later.',
    'newer-server': 'A new version is available. Reload the page.',
    'read-only': 'The server’s database is read-only. Check the server’s log.',
    'device-error': 'This browser’s storage is not working. Reload the page and try again.',
  } satisfies Record<SyncProblem, string>,

  rejections: {
    unauthorized: 'You are logged out. Log in and try again.',
    forbidden: 'Only administrators can do that.',
    'access-revoked': 'Your access was revoked.',
    'role-needed': 'That is not part of your roles. Ask an owner.',
    'passkey-refused': 'This passkey does not belong to an administrator here. Try another one.',
    'passkey-cloned': 'This passkey was copied and is not accepted. Ask an owner for a new link.',
    'identity-mismatch': 'You are logged in as another administrator. Log out first.',
    'recovery-refused': 'This recovery code is wrong or was used already.',
    'proof-needed': 'Confirm with your passkey first.',
    'shop-login-needed': 'Log in to the shop in this browser first.',
    'link-expired': 'This link was used or has expired. Ask for a new one.',
    'registration-refused': 'The passkey could not be registered. Try again.',
    'name-taken': 'Another administrator has this name.',
    'last-owner': 'This is the only owner. Make another person owner first.',
    'last-passkey': 'This is your last passkey. Add another one first.',
    'not-found': 'It no longer exists. Reload the list.',
    'too-many-requests': 'Too many attempts. Wait a minute and try again.',
    'bad-request': 'A name has at most 60 characters, on one line.',
  } as Partial<Record<ErrorCode, string>>,
  rejected: 'The server did not accept this. Reload the page and try again.',
});
