/** Counts up whenever other causes are told of the same two records, or causes explain other regions: what is stored is told anew. */
export const causesVersion = 1;
