/// <reference lib="esnext.temporal" />
import type {} from './DocumentKit.js';

/**
 * Runs before any script of a document: every reader of the date gets the same moment. Durations stay real; where the
 * document has a clock of its own, the date goes on with it.
 */
export function fixClock({ start }: { start: number }): void {
  const kit = window.svcDocumentKit;
  const now = () => start + kit.elapsed();
  const RealDate = Date;
  const FixedDate = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length ? args : [now()], newTarget),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  });
  RealDate.prototype.constructor = FixedDate;
  window.Date = FixedDate;

  // Formats the present when it is given no date.
  const formats = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(formats, 'format');
  const fixedFormats = new WeakMap<Intl.DateTimeFormat, Intl.DateTimeFormat['format']>();
  Object.defineProperty(formats, 'format', {
    ...format,
    get(this: Intl.DateTimeFormat) {
      const real: Intl.DateTimeFormat['format'] = format?.get?.call(this);
      const fixed = fixedFormats.get(this) ?? ((date) => real(date === undefined ? now() : date));
      fixedFormats.set(this, fixed);
      return fixed;
    },
  });
  const toParts = formats.formatToParts;
  formats.formatToParts = function (date) {
    return toParts.call(this, date === undefined ? now() : date);
  };

  // Without a header of the server, it is the present.
  Object.defineProperty(Document.prototype, 'lastModified', {
    configurable: true,
    get: () => new RealDate(now()).toLocaleString('en-US', { hour12: false }).replace(',', ''),
  });

  // Only newer browsers have it.
  if (typeof Temporal === 'undefined') return;
  const instant = () => Temporal.Instant.fromEpochMilliseconds(Math.floor(now()));
  const { timeZoneId } = Temporal.Now;
  const zoned = (timeZone: Temporal.TimeZoneLike = timeZoneId()) => instant().toZonedDateTimeISO(timeZone);
  const present: typeof Temporal.Now = {
    ...Temporal.Now,
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (timeZone) => zoned(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone) => zoned(timeZone).toPlainDate(),
    plainTimeISO: (timeZone) => zoned(timeZone).toPlainTime(),
  };
  Object.assign(Temporal.Now, present);
}
