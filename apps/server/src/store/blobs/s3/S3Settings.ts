/** How a bucket is reached. Credentials are those of AWS's standard variables and files. */
export interface S3Settings {
  bucket: string;
  /** Of every key; ends with a slash unless it is empty. */
  prefix: string;
  region: string;
  /** Scheme, host and port; null for AWS. */
  endpoint: string | null;
  /** As `endpoint`, for browsers; null where they reach the store as the service does. */
  publicEndpoint: string | null;
  /** Whether the bucket is in the path of addresses rather than in their host. */
  pathStyle: boolean;
  /** How the store encrypts objects; null leaves it to the bucket. */
  encryption: { algorithm: 'AES256' | 'aws:kms'; key: string | null } | null;
  /** Certificates in PEM that are trusted besides the usual ones. */
  ca: string | null;
  /** Profile of AWS's configuration files whose credentials are used, whatever the environment has. */
  profile?: string;
}

/** What all buckets of a store have in common. */
export type S3Access = Omit<S3Settings, 'bucket' | 'prefix' | 'publicEndpoint'>;
