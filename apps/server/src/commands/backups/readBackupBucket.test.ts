import { expect, test } from 'vitest';
import { BackupRefused } from '../../service/backup/BackupRefused.js';
import type { S3Access } from '../../store/blobs/s3/S3Settings.js';
import { readBackupBucket } from './readBackupBucket.js';

const usual: S3Access = {
  region: 'us-east-1',
  endpoint: 'https://ceph.example.com:7480',
  pathStyle: false,
  encryption: { algorithm: 'aws:kms', key: 'images' },
  ca: 'PEM',
};

test('a bucket is reached as the settings say', () => {
  expect(readBackupBucket('s3://svc-backups', usual)).toEqual({
    ...usual,
    bucket: 'svc-backups',
    prefix: '',
    publicEndpoint: null,
  });
  expect(readBackupBucket('s3://svc-backups/nightly/svc/', usual).prefix).toBe('nightly/svc/');
});

test('a bucket elsewhere is reached as its address says, without the keys of the usual store', () => {
  const place = 's3://b-1/p?endpoint=https://s3.example.com&region=eu-1&profile=backups';
  expect(readBackupBucket(place, usual)).toMatchObject({
    bucket: 'b-1',
    prefix: 'p/',
    endpoint: 'https://s3.example.com',
    region: 'eu-1',
    profile: 'backups',
    pathStyle: true,
    encryption: null,
  });
  expect(readBackupBucket(`${place}&path-style=false`, usual).pathStyle).toBe(false);
});

test.each([
  ['s3://', 'its bucket must be the name of a bucket'],
  ['s3://Upper/p', 'its bucket must be'],
  ['s3://b-1/../p', 'its prefix must be'],
  ['s3://b-1/p?endpoint=ceph.example.com', 'endpoint must be an origin'],
  ['s3://b-1/p?regoin=eu-1', 'it has no option "regoin"'],
  ['s3://b-1/p?toString=1', 'it has no option "toString"'],
  ['gs://bucket/p', 'its bucket must be'],
  ['s3://b-1/p#x', 'its bucket must be'],
])('%s is refused with what it should be', (place, why) => {
  expect(() => readBackupBucket(place, usual)).toThrow(BackupRefused);
  expect(() => readBackupBucket(place, usual)).toThrow(why);
});
