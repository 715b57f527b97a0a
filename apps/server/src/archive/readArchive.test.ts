import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Header, pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { ArchiveError } from './ArchiveError.js';
import { type ArchiveLimits, readArchive } from './readArchive.js';

type TestEntry = Partial<Header> & { name: string; content?: Buffer | string };

async function buildTar(entries: readonly TestEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content = '', ...header } of entries) tar.entry(header, Buffer.from(content));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A single header block, with whatever fields, and its content. */
function rawEntry(name: string, typeflag: string, content: Buffer = Buffer.alloc(0), size?: string): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100, 'latin1');
  block.write('0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(size ?? `${content.length.toString(8).padStart(11, '0')}\0`, 124, 12, 'latin1');
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(typeflag, 156);
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([block, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** A size as GNU tar writes it for large files: a binary number after the byte 0x80. */
function binarySize(size: number): string {
  const field = Buffer.alloc(12);
  field[0] = 0x80;
  field.writeUInt32BE(size, 8);
  return field.toString('latin1');
}

function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (`${length}${rest}`.length !== length) length += 1;
  return Buffer.from(`${length}${rest}`);
}

const finish = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.alloc(1024)]);

async function readBytes(gzip: Buffer | Readable, limits?: ArchiveLimits): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  await readArchive(
    gzip instanceof Readable ? gzip : Readable.from([gzip]),
    async (path, content) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content instanceof Uint8Array ? [content] : content) chunks.push(chunk);
      files[path] = Buffer.concat(chunks).toString();
    },
    limits,
  );
  return files;
}

const readTar = async (tar: Buffer, limits?: ArchiveLimits) => readBytes(gzipSync(tar), limits);

async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof ArchiveError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'taken';
}

const hello = { name: 'index.html', content: 'hello' };

describe('takes', () => {
  test('files in folders', async () => {
    const tar = await buildTar([
      { name: './', type: 'directory' },
      { name: './assets/', type: 'directory' },
      { name: './index.html', content: 'hello' },
      { name: 'assets/empty.js' },
      { name: 'assets/täst — 漢字.js', content: 'x' },
    ]);
    expect(await readTar(tar)).toEqual({
      'index.html': 'hello',
      'assets/empty.js': '',
      'assets/täst — 漢字.js': 'x',
    });
  });

  test('gzip in several members, and a tar without its end mark', async () => {
    const tar = await buildTar([hello, { name: 'b', content: 'x' }]);
    const members = [gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))];
    expect(await readBytes(Buffer.concat(members))).toEqual({ 'index.html': 'hello', b: 'x' });
    expect(await readBytes(Readable.from(members))).toEqual({ 'index.html': 'hello', b: 'x' });
    expect(await readTar(tar.subarray(0, -1024))).toEqual({ 'index.html': 'hello', b: 'x' });
  });

  test('a size as a binary number', async () => {
    const tar = finish(rawEntry('a', '0', Buffer.from('1234'), binarySize(4)));
    expect(await readTar(tar)).toEqual({ a: '1234' });
  });

  test('long names of both kinds', async () => {
    const name = `${'folder/'.repeat(25)}${'n'.repeat(120)}.js`;
    const gnu = finish(
      rawEntry('././@LongLink', 'L', Buffer.from(`${name}\0`)),
      rawEntry('short', '0', Buffer.from('gnu')),
    );
    expect(await readTar(gnu)).toEqual({ [name]: 'gnu' });
    const pax = finish(
      rawEntry('PaxHeader', 'x', paxRecord('path', name)),
      rawEntry('short', '0', Buffer.from('pax')),
    );
    expect(await readTar(pax)).toEqual({ [name]: 'pax' });
  });

  test('a global header, as `git archive` writes it', async () => {
    const tar = finish(
      rawEntry('pax_global_header', 'g', paxRecord('comment', 'a commit')),
      rawEntry('a', '0', Buffer.from('1')),
    );
    expect(await readTar(tar)).toEqual({ a: '1' });
  });

  test('large files as streams, also when they are not read', async () => {
    const large = Buffer.alloc(3_000_000, 'large ');
    const gzip = gzipSync(await buildTar([{ name: 'large', content: large }, hello]));
    expect(await readBytes(gzip)).toEqual({ large: large.toString(), 'index.html': 'hello' });
    const seen: string[] = [];
    await readArchive(Readable.from([gzip]), async (path) => void seen.push(path));
    expect(seen).toEqual(['large', 'index.html']);
  });

  test('whatever way it is cut into chunks', async () => {
    const gzip = gzipSync(await buildTar([hello, { name: 'b', content: Buffer.alloc(2000, 'b') }]));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        const chunks = Array.from({ length: Math.ceil(gzip.length / size) }, (_, i) =>
          gzip.subarray(i * size, (i + 1) * size),
        );
        expect(Object.keys(await readBytes(Readable.from(chunks)))).toEqual(['index.html', 'b']);
      }),
      { numRuns: 20 },
    );
  });
});

test('waits for the last file, also without an end marker', async () => {
  const tar = (await buildTar([hello, { name: 'last' }])).subarray(0, 512 + 512 + 512);
  const done: string[] = [];
  await readArchive(Readable.from([gzipSync(tar)]), async (path) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push(path);
  });
  expect(done).toEqual(['index.html', 'last']);
});

describe('refuses names', () => {
  test.each([
    '../up',
    'a/../../up',
    'a/..',
    '..',
    '/etc/passwd',
    'C:/windows',
    'c:up',
    'a\\b',
    '..\\up',
    'a\nb',
    'a\u0007b',
    'a\u009bb',
    'a//b',
    'a/./b',
    './/etc/passwd',
    'x'.repeat(1025),
  ])('%j', async (name) => {
    const verdict = await refusal(buildTar([hello, { name, content: 'evil' }]).then((tar) => readTar(tar)));
    expect(verdict).toMatch(/^ARCHIVE_INVALID "/);
  });

  test('with NUL, from a header that can carry one', async () => {
    const tar = finish(
      rawEntry('PaxHeader', 'x', paxRecord('path', 'safe.html\0../evil')),
      rawEntry('short', '0'),
    );
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID .*control character/);
  });

  test('that are not UTF-8', async () => {
    expect(await refusal(readTar(finish(rawEntry('caf\xe9', '0'))))).toMatch(/^ARCHIVE_INVALID .*UTF-8/);
  });

  test('of folders, too', async () => {
    expect(await refusal(readTar(await buildTar([{ name: '../up/', type: 'directory' }])))).toMatch(
      /^ARCHIVE_INVALID/,
    );
  });

  test.each([
    ['a.js', 'a.js'],
    ['a.js', './a.js'],
    ['Button.js', 'button.JS'],
    ['é.js', 'e\u0301.js'],
    ['straße', 'STRASSE'],
    ['a', 'a/b'],
    ['a/b', 'A'],
  ])('that mean the same: %s and %s', async (one, other) => {
    const tar = await buildTar([{ name: one }, { name: other }]);
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID .*(twice|both a file and a folder)/);
  });

  test('any name is either refused or stays inside, alone and with others', async () => {
    const part = fc.constantFrom('a', 'B', 'b', '..', '.', '', '...', 'ü', ' ', '~', 'con', 'a.b', '%2e%2e');
    const name = fc.oneof(
      fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 4 }), async (names) => {
        const records = names.map((path) =>
          Buffer.concat([rawEntry('PaxHeader', 'x', paxRecordOfBytes('path', path)), rawEntry('short', '0')]),
        );
        const given: string[] = [];
        await refusal(
          readArchive(Readable.from([gzipSync(finish(...records))]), async (path) => void given.push(path)),
        );
        for (const path of given) {
          expect(new URL(encodeURI(path), 'http://site/root/').pathname.startsWith('/root/')).toBe(true);
          expect(path).not.toMatch(/(^|\/)(\.{0,2})(\/|$)|[\\\0]/);
        }
        expect(new Set(given.map((path) => path.toLowerCase())).size).toBe(given.length);
      }),
      { numRuns: 200 },
    );
  });
});

function paxRecordOfBytes(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length += 1;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

describe('refuses entries', () => {
  test.each([
    ['1', 'link'],
    ['2', 'symlink'],
    ['3', 'character-device'],
    ['4', 'block-device'],
    ['6', 'fifo'],
    ['7', 'contiguous-file'],
    ['S', 'sparse file'],
    ['D', 'unknown kind'],
    ['K', 'unknown kind'],
    ['V', 'unknown kind'],
  ])('of type %s: %s', async (typeflag, kind) => {
    const verdict = await refusal(readTar(finish(rawEntry('thing', typeflag))));
    expect(verdict).toMatch(/^ARCHIVE_INVALID "thing"/);
    expect(verdict).toContain(kind);
  });

  test('that a link chain would need', async () => {
    const tar = await buildTar([
      { name: 'a', type: 'symlink', linkname: '..' },
      { name: 'a/evil', content: 'x' },
    ]);
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID "a" is a symlink/);
  });

  test('that are folders with content', async () => {
    expect(await refusal(readTar(finish(rawEntry('folder/', '5', Buffer.from('hidden')))))).toMatch(
      /folder with content/,
    );
  });

  test.each(['-1', '1e3', 'many', '99999999999999999999'])('with the extended size %s', async (size) => {
    const tar = finish(
      rawEntry('PaxHeader', 'x', paxRecord('size', size)),
      rawEntry('a', '0', Buffer.alloc(512)),
    );
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_/);
  });

  test('that hide others behind an extended size', async () => {
    const inner = rawEntry('hidden', '0', Buffer.from('evil'));
    const size = paxRecord('size', String(inner.length));
    const tar = finish(rawEntry('PaxHeader', 'x', size), rawEntry('a', '0'), inner);
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID "a" has two different sizes/);
    expect(
      await readTar(
        finish(rawEntry('x', 'x', paxRecord('size', '4')), rawEntry('a', '0', Buffer.from('1234'))),
      ),
    ).toEqual({ a: '1234' });
  });

  test.each([
    ['negative', Buffer.alloc(12, 0xff).toString('latin1')],
    ['negative and large', `\xff${'\0'.repeat(11)}`],
    ['beyond all numbers', `\x80${'\xff'.repeat(11)}`],
    ['binary in an unknown way', `\x81${'\0'.repeat(11)}`],
    ['signed', '-0000000001\0'],
    ['decimal', '00000000099\0'],
    ['empty', '\0'.repeat(12)],
    ['followed by something', '0000001\0 077'],
  ])('with a size that is %s', async (_, size) => {
    const tar = finish(rawEntry('a', '0', Buffer.alloc(512), size));
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID "a" has a size that is not a number/);
  });

  test('that are files with a slash at the end of their names', async () => {
    expect(await refusal(readTar(finish(rawEntry('a/', '0', Buffer.from('x')))))).toMatch(
      /ends with a slash/,
    );
  });

  test('with a wrong checksum', async () => {
    const tar = await buildTar([hello]);
    tar[0] = 'J'.charCodeAt(0);
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID .*not a complete tar file/);
  });
});

describe('refuses archives', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no gzip', Buffer.from('PK\x03\x04 a zip file')],
    ['gzip of no tar', gzipSync(Buffer.alloc(2048, 'text'))],
  ])('of %s', async (_, bytes) => {
    expect(await refusal(readBytes(bytes))).toMatch(/^ARCHIVE_INVALID The archive is not a complete/);
  });

  test('without a file', async () => {
    for (const tar of [
      await buildTar([]),
      Buffer.alloc(512),
      Buffer.alloc(0),
      await buildTar([{ name: 'folder/', type: 'directory' }]),
      finish(rawEntry('g', 'g', paxRecord('comment', 'x'))),
    ]) {
      expect(await refusal(readTar(tar))).toBe('ARCHIVE_INVALID The archive has no files');
    }
  });

  test('with anything after their end', async () => {
    const tar = await buildTar([hello]);
    const after = [Buffer.from('x'), rawEntry('hidden', '0', Buffer.from('evil')), tar];
    for (const more of after) {
      expect(await refusal(readTar(Buffer.concat([tar, more])))).toMatch(/^ARCHIVE_INVALID .*after its end/);
      const members = Buffer.concat([gzipSync(tar), gzipSync(more)]);
      expect(await refusal(readBytes(members))).toMatch(/^ARCHIVE_INVALID .*after its end/);
    }
    const garbage = [gzipSync(tar), Buffer.from('garbage')];
    expect(await refusal(readBytes(Buffer.concat(garbage)))).toMatch(/^ARCHIVE_INVALID/);
    expect(await refusal(readBytes(Readable.from(garbage)))).toMatch(/^ARCHIVE_INVALID/);
    expect(await refusal(readTar(Buffer.concat([tar, Buffer.alloc(9_216)])))).toBe('taken');
  });

  test.each([
    ['too long', '99 path=a\n'],
    ['too short', '5 path=a\n'],
    ['without a length', 'path=a\n'],
    ['with a length of zero', '0 path=a\n'],
    ['with a length that starts with zero', '010 path=a\n'],
    ['with a negative length', '-10 path=a\n'],
    ['with a length in words', 'ten path=a\n'],
    ['with a huge length', '99999999999999999999 path=a\n'],
    ['without a line end', '9 path=ab'],
    ['without a value', '7 path\n'],
    ['without a key', '5 =a\n'],
    ['with an empty path', '8 path=\n'],
    ['of two paths', '10 path=a\n10 path=b\n'],
    ['followed by garbage', '9 path=a\n??'],
    ['followed by zeros', '9 path=a\n\0\0\0'],
    ['of a sparse file', paxRecord('GNU.sparse.major', '1').toString()],
  ])('with an extended header %s', async (_, records) => {
    const tar = finish(rawEntry('x', 'x', Buffer.from(records)), rawEntry('short', '0'));
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_INVALID The archive has an? /);
  });

  test('with headers that contradict each other, or belong to nothing', async () => {
    const pax = (name: string) => rawEntry('x', 'x', paxRecord('path', name));
    const gnu = (name: string) => rawEntry('L', 'L', Buffer.from(name));
    const file = rawEntry('a', '0');
    for (const parts of [
      [pax('one'), pax('two'), file],
      [gnu('one\0'), gnu('two\0'), file],
      [pax('one'), gnu('two\0'), file],
      [gnu('one\0two'), file],
      [gnu('\0'), file],
      [rawEntry('g', 'g', paxRecord('path', 'all')), file],
      [rawEntry('g', 'g', paxRecord('size', '7')), file],
      [rawEntry('x', 'x', paxRecord('linkpath', 'other')), file],
      [file, pax('nothing')],
      [file, rawEntry('x', 'x', paxRecord('comment', 'nothing'))],
      [file, gnu('nothing\0')],
    ]) {
      expect(await refusal(readTar(finish(...parts)))).toMatch(/^ARCHIVE_INVALID/);
    }
  });

  test('with an extended header of any length', async () => {
    const tar = finish(rawEntry('x', 'x', paxRecord('comment', 'x'.repeat(1_100_000))), rawEntry('a', '0'));
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_TOO_LARGE .*1 MiB/);
  });

  test('that are cut off anywhere', async () => {
    const gzip = gzipSync(await buildTar([hello, { name: 'b', content: Buffer.alloc(3000, 'b') }]));
    for (let length = 0; length < gzip.length; length++) {
      expect(await refusal(readBytes(gzip.subarray(0, length))), `${length} bytes`).toMatch(
        /^ARCHIVE_INVALID/,
      );
    }
  });

  test('whose tar is cut off within a whole gzip', async () => {
    const tar = await buildTar([{ name: 'b', content: Buffer.alloc(3000, 'b') }]);
    for (const length of [100, 512, 600, 2000, 3511, 3512, 4000]) {
      expect(await refusal(readTar(tar.subarray(0, length))), `${length} bytes`).toMatch(/^ARCHIVE_INVALID/);
    }
  });

  test('with a flipped byte', async () => {
    const gzip = gzipSync(await buildTar([hello]));
    gzip[gzip.length - 6] = (gzip.at(-6) ?? 0) ^ 1;
    expect(await refusal(readBytes(gzip))).toMatch(/^ARCHIVE_INVALID/);
  });

  test('whose sender goes away', async () => {
    const gzip = gzipSync(await buildTar([hello]));
    const source = new Readable({ read: () => undefined });
    source.push(gzip.subarray(0, 50));
    setImmediate(() => source.destroy());
    await expect(readBytes(source)).rejects.toThrow();
    const failing = new Readable({ read: () => undefined });
    setImmediate(() => failing.destroy(new Error('connection reset')));
    await expect(readBytes(failing)).rejects.toThrow('connection reset');
  });
});

describe('limits', () => {
  test('a bomb is refused after a few megabytes', async () => {
    const tar = await buildTar([{ name: 'bomb', content: Buffer.alloc(50_000_000) }]);
    const packed = gzipSync(tar);
    let given = 0;
    const reading = readArchive(Readable.from([packed]), async (_, content) => {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) given += chunk.length;
    });
    expect(await refusal(reading)).toMatch(/^ARCHIVE_TOO_LARGE .*200 times/);
    expect(given).toBeLessThan(6_000_000);
  });

  test('a few blanks that compress well are not a bomb', async () => {
    const tar = await buildTar([{ name: 'blank', content: Buffer.alloc(2_000_000) }]);
    expect(await refusal(readTar(tar))).toBe('taken');
  });

  test('bytes', async () => {
    const tar = await buildTar([hello, { name: 'b', content: Buffer.alloc(10_000, 'b') }]);
    expect(await refusal(readTar(tar, { maxBytes: 9_999 }))).toMatch(/^ARCHIVE_TOO_LARGE/);
    expect(await refusal(readTar(tar, { maxBytes: 5_000 }))).toMatch(/^ARCHIVE_TOO_LARGE/);
    expect(await refusal(readTar(tar, { maxBytes: tar.length }))).toBe('taken');
  });

  test('entries, folders included', async () => {
    const tar = await buildTar([{ name: 'a/', type: 'directory' }, { name: 'a/b' }, { name: 'a/c' }]);
    expect(await refusal(readTar(tar, { maxEntries: 2 }))).toMatch(/^ARCHIVE_TOO_LARGE .*2 entries/);
    expect(await refusal(readTar(tar, { maxEntries: 3 }))).toBe('taken');
  });

  test('entries are counted before any file is given out', async () => {
    const names = Array.from({ length: 301 }, (_, index) => ({ name: `f${index}` }));
    const gzip = gzipSync(await buildTar(names));
    const checked = readArchive(Readable.from([gzip]), null, { maxEntries: 300 });
    expect(await refusal(checked)).toMatch(/^ARCHIVE_TOO_LARGE .*300 entries/);
    expect(await readArchive(Readable.from([gzip]), null)).toEqual({ files: 301, bytes: 0 });
  });

  test('depth', async () => {
    const deep = (parts: number) => buildTar([{ name: Array(parts).fill('d').join('/') }]);
    expect(await refusal(readTar(await deep(32)))).toBe('taken');
    expect(await refusal(readTar(await deep(33)))).toMatch(/^ARCHIVE_TOO_LARGE .*deep/);
  });

  test('a size that no archive could have', async () => {
    const tar = finish(rawEntry('huge', '0', Buffer.alloc(512), '77777777777\0'));
    expect(await refusal(readTar(tar))).toMatch(/^ARCHIVE_TOO_LARGE "huge"/);
  });
});

test('a sender that stays connected does not keep a refusal back', async () => {
  const source = new Readable({ read: () => undefined });
  source.push(gzipSync(Buffer.concat([rawEntry('thing', '2'), Buffer.alloc(100_000)])).subarray(0, -8));
  expect(await refusal(readBytes(source))).toMatch(/^ARCHIVE_INVALID "thing" is a symlink/);
  expect(source.destroyed).toBe(true);
});

test('what the caller throws is what it gets, and nothing more is read', async () => {
  const gzip = gzipSync(await buildTar([hello, { name: 'b' }]));
  const seen: string[] = [];
  const reading = readArchive(Readable.from([gzip]), async (path) => {
    seen.push(path);
    throw new Error('disk full');
  });
  await expect(reading).rejects.toThrow('disk full');
  expect(seen).toEqual(['index.html']);
});
