/** A real S3: a Ceph cluster of one disk with its gateway. */
export interface Ceph {
  endpoint: string;
  /** The same over TLS, with a certificate of an authority that nobody knows. */
  secureEndpoint: string;
  /** The certificate of that authority, a PEM file. */
  caFile: string;
  /** Of a key with which the gateway encrypts. */
  kmsKey: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * @param keys of its only user
 * @param options `memstore` keeps everything in memory: containers may not do what disks take
 * @returns where it is, and what stops and removes it
 */
export function startCeph(
  keys?: Pick<Ceph, 'accessKeyId' | 'secretAccessKey'>,
  options?: { store?: 'bluestore' | 'memstore' },
): Promise<{ ceph: Ceph; stop: () => Promise<void> }>;
