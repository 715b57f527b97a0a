/** How long corrupt bytes can be looked at, in milliseconds. */
export const quarantinedFor = 30 * 24 * 60 * 60 * 1000;
