export type ImageErrorCode = 'IMAGE_INVALID' | 'IMAGE_TOO_LARGE';

/** An image that is refused. The message says what is wrong with it and can be shown to the sender. */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  constructor(
    readonly code: ImageErrorCode,
    message: string,
  ) {
    super(message);
  }
}
