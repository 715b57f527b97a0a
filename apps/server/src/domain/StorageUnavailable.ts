/** The blob store cannot take or give bytes now: the disk is full, or the store is out of reach. */
export class StorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailable';
  }
}
