/** Why one target has no image. The message is written for the person who reads the result. */
export class CaptureFailure extends Error {
  override name = 'CaptureFailure';
}
