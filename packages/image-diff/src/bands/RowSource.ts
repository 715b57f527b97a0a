/** Where the rows of an image come from, from the first to the last. */
export interface RowSource {
  readonly width: number;
  readonly height: number;
  /** Writes the next rows to an address of the comparing engine. */
  read(start: number, rows: number): void;
  /** To be called behind the last row: throws where the file does not end as it should. */
  end(): void;
  /**
   * Goes to a row, or to one before it from which rows can be decoded.
   * @returns the row that is read next
   */
  seek(row: number): number;
}
