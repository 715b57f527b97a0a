import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BackupRefused } from '../../service/backup/BackupRefused.js';
import { readConfig } from '../../settings/readConfig.js';
import type { S3Settings } from '../../store/blobs/s3/S3Settings.js';
import { findBackups, openBackups } from './openBackups.js';
import { requireApartInBucket, requireApartOnDisk } from './requireApart.js';

const settings: S3Settings = {
  bucket: 'images',
  prefix: '',
  region: 'us-east-1',
  endpoint: 'https://s3.example.com',
  publicEndpoint: null,
  pathStyle: true,
  encryption: null,
  ca: null,
};

describe('backups in a bucket', () => {
  const check = (backups: Partial<S3Settings>, images: Partial<S3Settings>) =>
    requireApartInBucket('s3://images', { ...settings, ...backups }, { ...settings, ...images });
  const aws = 'https://s3.us-east-1.amazonaws.com';

  test.each<[string, Partial<S3Settings>, Partial<S3Settings>]>([
    ['whose blobs have the keys of the images', {}, { prefix: 'blobs/' }],
    ['below the images', { prefix: 'nightly/' }, {}],
    ['above the images', {}, { prefix: 'blobs/svc/' }],
    ['at another spelling of the address', { endpoint: 'HTTPS://S3.example.com:443/' }, {}],
    ['of AWS, named and not', { endpoint: aws }, { endpoint: null }],
  ])('%s are refused', (_name, backups, images) => {
    expect(() => check(backups, images)).toThrow(BackupRefused);
  });

  test.each<[string, Partial<S3Settings>, Partial<S3Settings>]>([
    ['with another name', { bucket: 'backups' }, {}],
    ['of another store', { endpoint: 'https://s3.example.com:7480' }, {}],
    ['of AWS', { endpoint: null }, {}],
    ['beside the images', { prefix: 'nightly/' }, { prefix: 'svc/' }],
    ['whose prefix only begins alike', { prefix: 'svc/' }, { prefix: 'svc/blobs-2/' }],
  ])('%s are accepted', (_name, backups, images) => {
    expect(() => check(backups, images)).not.toThrow();
  });

  test('are accepted where images have no bucket', () => {
    expect(() => requireApartInBucket('s3://images', settings, null)).not.toThrow();
  });
});

describe('backups in a folder', () => {
  let folder: string;
  let dataDir: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-apart-'));
    dataDir = join(folder, 'data');
    await mkdir(join(dataDir, 'blobs'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('that is the data folder are refused, through links also', async () => {
    await symlink(dataDir, join(folder, 'link'));
    await mkdir(join(folder, 'other'));
    await symlink(join(dataDir, 'blobs'), join(folder, 'other/blobs'));
    for (const place of [dataDir, `${dataDir}/../data/`, join(folder, 'link'), join(folder, 'other')])
      await expect(requireApartOnDisk(place, dataDir), place).rejects.toThrow(BackupRefused);
    await rm(join(dataDir, 'blobs'), { recursive: true });
    await expect(requireApartOnDisk(join(folder, 'link'), dataDir)).rejects.toThrow(BackupRefused);
  });

  test('that is the data folder are not begun, and are still read', async () => {
    const config = readConfig({ SVC_DATA_DIR: dataDir });
    await expect(openBackups(dataDir, config)).rejects.toThrow(BackupRefused);
    expect(await (await findBackups(dataDir, config)).list()).toEqual([]);
  });

  test('beside or below the data folder are accepted', async () => {
    for (const place of [join(dataDir, 'backups'), join(folder, 'data-2'), folder])
      await requireApartOnDisk(place, dataDir);
  });
});
