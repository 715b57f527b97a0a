import { ArchiveError } from './ArchiveError.js';
import type { TarHeader } from './tarHeader.js';

const invalid = (message: string) => new ArchiveError('ARCHIVE_INVALID', message);

/** What the headers before an entry say of it. */
export interface Extensions {
  name?: string;
  size?: string;
  linkname?: string;
}

/** Whether a header describes the next entry, or all of them, instead of being one. */
export const isExtension = ({ typeflag }: TarHeader): boolean => 'xgL'.includes(typeflag);

/**
 * Adds what an extension header says to what the earlier ones said of the same entry.
 *
 * @throws {ArchiveError} for malformed records, and for anything said twice or of all entries that names or sizes them
 */
export function addExtension(said: Extensions, { typeflag }: TarHeader, body: Buffer): Extensions {
  if (typeflag === 'L') return addOnce(said, { name: readLongName(body) });
  const records = readPaxRecords(body);
  for (const key of records.keys()) {
    if (key.startsWith('GNU.sparse.')) throw invalid('The archive has a sparse file; pack it without');
  }
  const named = ['path', 'linkpath', 'size'].filter((key) => records.has(key));
  if (typeflag === 'g') {
    if (named.length > 0) throw invalid(`The archive has a global header with a ${named[0]}`);
    return said;
  }
  const { path, linkpath, size } = Object.fromEntries(records);
  return addOnce(said, {
    ...(path === undefined ? {} : { name: path }),
    ...(linkpath === undefined ? {} : { linkname: linkpath }),
    ...(size === undefined ? {} : { size }),
  });
}

function addOnce(said: Extensions, more: Extensions): Extensions {
  for (const [what, value] of Object.entries(more)) {
    if (what in said) throw invalid(`The archive has two headers with a ${what} for one file`);
    if (value === '') throw invalid(`The archive has a header with an empty ${what}`);
  }
  return { ...said, ...more };
}

/** Records such as `20 path=folder/name\n`, whose length counts all of their bytes. */
function readPaxRecords(body: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let start = 0; start < body.length; ) {
    const digits = /^([1-9]\d{0,6}) /.exec(body.toString('latin1', start, start + 8))?.[1];
    const end = start + Number(digits ?? Number.NaN);
    const record = body.toString('utf8', start + (digits?.length ?? 0) + 1, end - 1);
    const equals = record.indexOf('=');
    if (digits === undefined || end > body.length || body[end - 1] !== 0x0a || equals < 1) {
      throw invalid('The archive has a malformed extended header (PAX record)');
    }
    const key = record.slice(0, equals);
    if (records.has(key)) throw invalid('The archive has an extended header that says the same thing twice');
    records.set(key, record.slice(equals + 1));
    start = end;
  }
  return records;
}

/** The name in a long-name header of GNU tar: up to a NUL, after which there are only more of them. */
function readLongName(body: Buffer): string {
  const end = body.indexOf(0);
  if (end !== -1 && body.subarray(end).some((byte) => byte !== 0)) {
    throw invalid('The archive has a long name with a NUL character in it');
  }
  return body.toString('utf8', 0, end === -1 ? body.length : end);
}
