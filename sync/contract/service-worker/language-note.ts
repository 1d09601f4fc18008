/** Address in `SETTINGS_CACHE` of the chosen language, for service workers that cannot read cookies. */
export const LANGUAGE_NOTE = '/settings/language';
