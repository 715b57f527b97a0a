/** A band of rows of the whole width that came, went, or changed its place among the others. */
export interface RowChange {
  kind: 'inserted' | 'removed' | 'moved';
  /** First row in the image after; for removed rows, where they would be. */
  y: number;
  /** First row in the image before; for inserted rows, where they would be. */
  baseY: number;
  /** Rows. */
  height: number;
}
