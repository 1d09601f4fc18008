/** Selects what says that the current shop is whole and on the device, as of the server's last answer. */
export const CATALOGUE_READY = '[data-updated]';
