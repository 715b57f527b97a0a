/** Other processes of the deployment keep their blobs elsewhere. The message says what to do about it. */
export class OtherBlobs extends Error {
  override readonly name = 'OtherBlobs';

  /** @param hosts the machines that those run on */
  constructor(hosts: readonly string[]) {
    super(
      `The processes of this deployment that run on ${hosts.join(', ')} keep their blobs in another place: with one ` +
        'database, all processes need the same blobs. Give all of them the same SVC_BLOBS and bucket, or mount the same folder as ' +
        '`blobs` in SVC_DATA_DIR on each machine.',
    );
  }
}
