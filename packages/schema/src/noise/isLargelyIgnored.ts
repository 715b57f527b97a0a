/** Per hundred pixels of an image. */
const muchIgnored = 30;

/** Whether so much of an image is ignored that results say so, since most of a change may go unseen (R56). */
export const isLargelyIgnored = (percentage: number): boolean => percentage > muchIgnored;
