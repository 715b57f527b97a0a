/** Why one target has no image. The message is written for the person who reads the result. */
export class CaptureFailure extends Error {
  override name = 'CaptureFailure';

  /** @param isStart the build that the target is a story of did not start, so that no story of it can be shown */
  constructor(
    message: string,
    readonly isStart = false,
  ) {
    super(message);
  }
}
