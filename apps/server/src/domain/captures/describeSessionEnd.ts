/** How a session ended that nobody completed, to follow its id. */
export const describeSessionEnd = ({ cancelledBecause }: { cancelledBecause: string | null }): string =>
  cancelledBecause === null ? 'has expired: nothing was uploaded for a day' : `was ${cancelledBecause}`;
