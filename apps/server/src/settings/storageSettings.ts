import { origin } from './addressTypes.js';
import { blobStores, bucketName, keyPrefix, oneOf, text, wholeNumber } from './settingTypes.js';

/** Where blobs are kept, and how they are read. */
export const storageSettings = {
  SVC_BLOBS: {
    subject: 'storage',
    type: blobStores,
    default: 'disk',
    meaning:
      'Where images, builds and traces are kept: `disk` (`blobs` in `SVC_DATA_DIR`) or `s3`. For a move, `disk,s3` or `s3,disk` writes them to both, and reads from the first that has them.',
  },
  SVC_S3_BUCKET: {
    subject: 'storage',
    type: bucketName,
    meaning:
      'Bucket, which must exist. Credentials come from AWS’s own variables: `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or `AWS_ROLE_ARN` and `AWS_WEB_IDENTITY_TOKEN_FILE`.',
  },
  SVC_S3_PREFIX: {
    subject: 'storage',
    type: keyPrefix,
    default: '',
    meaning: 'Prefix of all keys, such as `svc/`, if the bucket is shared with other software.',
  },
  SVC_S3_ENDPOINT: {
    subject: 'storage',
    type: origin,
    shownDefault: 'AWS',
    meaning: 'Origin of an S3-compatible store, such as `https://ceph.example.com:7480`.',
  },
  SVC_S3_REGION: { subject: 'storage', type: text, default: 'us-east-1', meaning: 'Region of the bucket.' },
  SVC_S3_PATH_STYLE: {
    subject: 'storage',
    type: oneOf('true', 'false'),
    shownDefault: '`true` with `SVC_S3_ENDPOINT`, else `false`',
    meaning: 'Whether addresses contain the bucket in their path instead of their host.',
  },
  SVC_S3_ENCRYPTION: {
    subject: 'storage',
    type: oneOf('AES256', 'aws:kms'),
    shownDefault: 'that of the bucket',
    meaning: 'Encryption to request from the store for each object: `AES256` or `aws:kms`.',
  },
  SVC_S3_KMS_KEY: {
    subject: 'storage',
    type: text,
    shownDefault: 'that of the store',
    meaning: 'Key for `aws:kms`.',
  },
  SVC_S3_CA_FILE: {
    subject: 'storage',
    type: text,
    meaning: 'PEM file with certificates of additional authorities to trust for the store.',
  },
  SVC_BLOB_URLS: {
    subject: 'storage',
    type: oneOf('service', 'redirect'),
    default: 'service',
    meaning:
      'How browsers get images and traces: from the service (`service`), or from the bucket (`redirect`), with signed addresses that work for up to ten minutes.',
  },
  SVC_S3_PUBLIC_ENDPOINT: {
    subject: 'storage',
    type: origin,
    shownDefault: '`SVC_S3_ENDPOINT`',
    meaning: 'Origin at which browsers reach the store, for `SVC_BLOB_URLS=redirect`.',
  },
  SVC_BLOB_CACHE: {
    subject: 'storage',
    type: wholeNumber(0, 1_048_576),
    default: '2048',
    meaning:
      'MiB of build files that a capture process caches in `SVC_DATA_DIR` if blobs are in a bucket; `0` turns the cache off.',
  },
} as const;
