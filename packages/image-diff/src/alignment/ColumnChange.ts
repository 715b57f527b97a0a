/** A band of columns of the whole height that came, went, or changed its place among the others. */
export interface ColumnChange {
  kind: 'inserted' | 'removed' | 'moved';
  /** First column in the image after; for removed columns, where they would be. */
  x: number;
  /** First column in the image before; for inserted columns, where they would be. */
  baseX: number;
  /** Columns. */
  width: number;
}
