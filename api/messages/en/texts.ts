import { mailMessages, mailPreviewMessages } from './mail.ts';
import { payPageMessages } from './pay-page.ts';
import { problemPageMessages } from './problem-page.ts';
import { pushMessages } from './push.ts';

export const texts = {
  push: pushMessages,
  mail: mailMessages,
  mailPreview: mailPreviewMessages,
  payPage: payPageMessages,
  problemPage: problemPageMessages,
};
