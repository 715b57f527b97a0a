/** Counts up whenever the same two records have other causes, or a cause explains other regions, so that stored causes are found again. */
export const causesVersion = 1;
