/** Minutes that the link of a password reset works for. */
export const resetMinutes = 60;
/** Links that are sent to one account within that time. */
export const mostResets = 3;
