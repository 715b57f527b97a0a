/** After as many targets of one build failed alike before a story was shown, the others would do the same. */
export const enoughFailedStarts = 3;

/** What the failure of a target says that was not tried, after the reason. */
export const untriedWords = `(not tried: ${enoughFailedStarts} other stories of this build failed before it, in this way)`;
