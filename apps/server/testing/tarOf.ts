const blockSize = 512;

/** A tar file with these files, quickly made also of very many. */
export function tarOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = typeof text === 'string' ? Buffer.from(text) : text;
    const padding = Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize);
    return [headerOf(name, content.length), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]);
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockSize);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
