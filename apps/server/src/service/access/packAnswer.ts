import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createDeflateRaw, inflateRaw } from 'node:zlib';

/** Of a packed answer. Before there were such, answers were kept as their JSON, which begins otherwise. */
const format = 1;

/**
 * What answers of uploads are made of, what most of them have last: an answer with the same parts holds little beside its
 * hashes and ids. A change of this counts the format up, and lets answers of the one before count as lost.
 */
const dictionary = Buffer.from(
  [
    '{"error":{"code":"VALIDATION_ERROR","message":"","details":[{"path":"","message":""}]}}',
    '"metadata":{},"unstable":false,"incomplete":[],"renderer":null,"carriedFrom":null,"ignored":[],"provenFrom":null,"attempt":1}}',
    '{"value":{"name":"","viewport":{"width":1280,"height":720},"browser":null,"imageUrl":"https:///api/v1/images/?token=',
    '","hash":"","width":1280,"height":720,"path":null,"metadata":null,"unstable":false,"incomplete":[],"renderer":null,',
    '"baseline":{"reason":"own-approved","reason":"first-of-branch","reason":"remembered","reason":"target-seen","ref":"main","commit":"',
    '","captureId":"cap_01m","approvedBy":"user:","approvedBy":null,"approvedAt":"2026-01-01T00:00:00.000Z","approvedAt":null,',
    '"approvedIn":"dif_01m","approvedIn":null,"newer":null},"ignored":null}}',
    '{"value":{"name":"Components/Button/Primary","browser":"chromium","browser":null,"suite":"default","status":"new","status":"changed",',
    '"status":"unchanged","diffPercentage":null,"diffPercentage":0,"diffId":"dif_01m","captureId":"cap_01m","currentStorageKey":"',
    '","baselineStorageKey":null,"baselineStorageKey":"","diffStorageKey":"","diffStorageKey":null,"path":null,"approvalStatus":"pending",',
    '"approvalStatus":"approved","baselineSource":"approval:dif_01m","baselineSource":null,"baselineSource":"branch:main","baseline":null,',
    '"ignored":null}}',
  ].join(''),
);

const inflate = promisify<Uint8Array, object, Buffer>(inflateRaw);

/**
 * An answer as it is kept: compressed, since each upload leaves one for a day.
 * @param json in parts
 */
export async function packAnswer(json: readonly Uint8Array[]): Promise<Buffer> {
  const packed: Buffer[] = await Readable.from(json).pipe(createDeflateRaw({ dictionary })).toArray();
  return Buffer.concat([Uint8Array.of(format), ...packed]);
}

export async function unpackAnswer(kept: Uint8Array): Promise<string> {
  const json = kept[0] === format ? await inflate(kept.subarray(1), { dictionary }) : kept;
  return Buffer.from(json).toString();
}
