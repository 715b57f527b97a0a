/** The page parameter of the first page of a list. */
export const first: string | undefined = undefined;

/** The page parameter of the page after another one. */
export const getNextPageParam = ({ nextCursor }: { nextCursor: string | null }): string | null => nextCursor;
