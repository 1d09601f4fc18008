import type { Page } from '@playwright/test';

/** Submits a message once, by the form of the open chat, and waits until the field is empty: by then the device has stored the message. */
export const typeMessage = (page: Page, text: string): Promise<void> =>
  page.evaluate(async (content) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    const field = document.querySelector('form textarea');
    if (!(field instanceof HTMLTextAreaElement) || !setValue) throw new Error('No chat is open');
    setValue.call(field, content);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    // The form sends the text that it rendered last, so it must render first.
    await pause();
    field.form?.requestSubmit();
    while (field.value !== '') await pause();
  }, text);
