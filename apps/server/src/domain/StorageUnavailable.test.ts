import { describe, expect, it } from 'vitest';
import { DiskFull, isDiskFault, isDiskFull, StorageUnavailable } from './StorageUnavailable.js';

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('isDiskFault', () => {
  it.each([
    withCode('ENOSPC'),
    withCode('EDQUOT'),
    withCode('EROFS'),
    withCode('EIO'),
    withCode('53100', 'could not extend file "base/1/2": No space left on device'),
    withCode('58030', 'could not read block 3'),
    withCode('XX000', 'could not write to file "pg_wal/xlogtemp.1": Disk quota exceeded'),
    withCode('42501', 'could not open file "base/1/2": Read-only file system'),
    new StorageUnavailable('The disk that holds the images is full.'),
    new Error('the upload failed', { cause: withCode('ENOSPC') }),
  ])('knows %o', (error) => {
    expect(isDiskFault(error)).toBe(true);
  });

  it.each([
    withCode('ENOENT'),
    withCode('23505'),
    withCode('42501', 'permission denied'),
    new Error('no'),
    'ENOSPC',
    null,
  ])('does not take %o for one', (error) => {
    expect(isDiskFault(error)).toBe(false);
  });
});

it('tells a full disk, which waits for room, from a broken one', () => {
  for (const full of ['ENOSPC', 'EDQUOT', 'EROFS', '53100'])
    expect(isDiskFull(withCode(full)), full).toBe(true);
  for (const other of ['EIO', '58030', 'ENOENT']) expect(isDiskFull(withCode(other)), other).toBe(false);
  expect(isDiskFull(new DiskFull('full'))).toBe(true);
  expect(isDiskFull(new StorageUnavailable('broken', { cause: withCode('EIO') }))).toBe(false);
  expect(isDiskFull(new Error('the upload failed', { cause: withCode('ENOSPC') }))).toBe(true);
});
