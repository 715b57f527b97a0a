/** As much of a commit as people read; what is not a SHA stays whole. */
export const shortCommit = (commit: string): string =>
  /^[0-9a-f]{12,}$/.test(commit) ? commit.slice(0, 7) : commit;
