/** What is asked for: the fragment of a URL is not sent. */
export const withoutFragment = (url: string): string => url.split('#')[0] ?? url;
