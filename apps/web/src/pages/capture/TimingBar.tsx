import { durationWords, timingParts } from './timingParts.js';

interface Props {
  /** Milliseconds by part. */
  timings: Readonly<Record<string, number>>;
  /** Milliseconds that fill the whole width. */
  scale: number;
  className?: string;
}

/** Where the time went, as a bar whose words are for those who do not see it. */
export function TimingBar({ timings, scale, className = 'h-2.5' }: Props) {
  const parts = timingParts.flatMap(({ key, word, color }) => {
    const milliseconds = timings[key] ?? 0;
    return milliseconds > 0 ? [{ key, word, color, milliseconds }] : [];
  });
  const words = parts.map(({ word, milliseconds }) => `${word} ${durationWords(milliseconds)}`).join(', ');
  return (
    <span
      role="img"
      aria-label={words}
      className={`flex overflow-hidden rounded-full bg-sunken ${className}`}
    >
      {parts.map(({ key, word, color, milliseconds }) => (
        <span
          key={key}
          title={`${word}: ${durationWords(milliseconds)}`}
          className="shrink-0"
          style={{ width: `${(milliseconds / scale) * 100}%`, background: color }}
        />
      ))}
    </span>
  );
}
