/** Widths of images for which the thread fails. */
export declare const widths: { trap: number; exit: number };
