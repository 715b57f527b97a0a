/** What was given is not a layout record. */
export class LayoutRecordError extends Error {
  override readonly name = 'LayoutRecordError';
}
