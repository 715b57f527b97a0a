import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { decodeRecord, type LayoutRecord, LayoutRecordError, recordLimits } from '@svc/layout-diff';

const deflate = promisify<Uint8Array, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Of a record as JSON; deflated, it is some ten times smaller. */
const mostLayoutBytes = 4 * 1024 * 1024;

/**
 * A layout record as it is stored. One that is larger than records may be loses its last nodes, and says so.
 * @param json from a page, or a record that was decoded
 * @throws LayoutRecordError
 */
export async function packLayout(json: string | LayoutRecord): Promise<Buffer> {
  if (typeof json === 'string' && json.length > mostLayoutBytes) {
    throw new LayoutRecordError(
      `A layout record has at most ${mostLayoutBytes} characters, not ${json.length}`,
    );
  }
  const given = pick(typeof json === 'string' ? decodeRecord(json) : json);
  let packed = await deflate(Buffer.from(JSON.stringify(given)));
  for (let { length } = given.nodes; packed.length > recordLimits.deflatedBytes && length > 0; ) {
    length = Math.floor(length / 2);
    packed = await deflate(Buffer.from(JSON.stringify(cut(given, length))));
  }
  return packed;
}

/**
 * The record that {@link packLayout} gave, or that a client sent in the same form.
 * @throws LayoutRecordError
 */
export async function unpackLayout(packed: Uint8Array): Promise<LayoutRecord> {
  const json = await inflate(packed, { maxOutputLength: mostLayoutBytes }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_BUFFER_TOO_LARGE')
        throw new LayoutRecordError(`A layout record has at most ${mostLayoutBytes} bytes of JSON`);
      throw new LayoutRecordError('A layout record must be complete raw deflate data, without a header');
    },
  );
  return decodeRecord(json.toString());
}

/** In one order, and nothing else that somebody may have sent along. */
const pick = (record: LayoutRecord): LayoutRecord => {
  const { version, partial, scale, origin, size, strings, styles, customProperties, fonts, nodes } = record;
  const { customPropertyUses } = record;
  return {
    version,
    ...(partial && { partial }),
    scale,
    origin,
    size,
    strings,
    styles,
    customProperties,
    ...(customPropertyUses && { customPropertyUses }),
    fonts,
    nodes,
  };
};

/** The first nodes of a record, without the texts and styles of the others. */
function cut(record: LayoutRecord, length: number): LayoutRecord {
  const nodes = record.nodes.slice(0, length);
  const usedStyles = new Set(nodes.map(([, , style]) => style));
  const styles = record.styles.map((tuple, place) => (usedStyles.has(place) ? tuple : tuple.map(() => 0)));
  const used = new Set<unknown>([0, ...record.fonts, ...record.customProperties.flat(), ...styles.flat()]);
  for (const [, tag, , , , , , details = {}] of nodes) {
    const { kind, ...texts } = details;
    for (const text of [tag, ...Object.values(texts).flat(2)]) used.add(text);
  }
  const strings = record.strings.map((text, place) => (used.has(place) ? text : ''));
  const { customPropertyUses: _ofAllNodes, ...kept } = record;
  return { ...kept, partial: 'bytes', strings, styles, nodes };
}
