/** The form of a title that search and order use: lower case, compared by code unit. */
export const toTitleKey = (title: string): string => title.toLowerCase();
