/** Selects the element that a page has once its device holds the whole current shop, as of the server's last answer. */
export const CATALOGUE_READY = '[data-updated]';
