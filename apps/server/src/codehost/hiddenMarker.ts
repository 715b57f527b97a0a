/** A Markdown comment, invisible in what is shown. */
export const hiddenMarker = (marker: string): string => `<!-- svc:${marker} -->`;
