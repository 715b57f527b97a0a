/** Why one target has no image. The message is written for the person who reads the result. */
export class CaptureFailure extends Error {
  override name = 'CaptureFailure';

  /** The build that the target is a story of did not start, so that no story of it can be shown. */
  readonly isStart: boolean;
  /** The story's play function failed. */
  readonly isPlay: boolean;

  /** Time ran out. */
  readonly isLate: boolean;

  /** The story itself says so, and nothing is being done in its page any more: that can load another story. */
  readonly isTold: boolean;

  constructor(message: string, { isStart = false, isPlay = false, isLate = false, isTold = false } = {}) {
    super(message);
    this.isStart = isStart;
    this.isPlay = isPlay;
    this.isLate = isLate;
    this.isTold = isTold;
  }
}
