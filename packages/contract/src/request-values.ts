/** Limits of requests for recordings: characters of title and message, and items of one request. */
export const REQUEST_TITLE_MAX = 80;
export const REQUEST_MESSAGE_MAX = 500;
export const REQUEST_ITEMS_MAX = 1_000;

/** Returns the path of the page on which visitors answer a request. */
export const requestPath = (slug: string): string => `/r/${slug}`;
