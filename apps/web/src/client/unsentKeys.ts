const start = 'svc.unsent.';

/** Where `sessionStorage`, which ends with the tab, has the decisions about a diff that could not be sent. */
export const unsentKey = (diffId: string): string => start + diffId;

/** Whether decisions about any diff are kept there. */
export const hasUnsent = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith(start));
