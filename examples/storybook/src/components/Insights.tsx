import { useEffect, useState } from 'react';
import './Insights.css';

/** Bars at random, as demo data often is. */
export function Chart() {
  const [bars] = useState(() => Array.from({ length: 18 }, (_, day) => ({ day, share: Math.random() })));
  return (
    <section className="insight panel">
      <p className="muted">Bookings, last 18 days</p>
      <p className="insight-figure">1,284</p>
      <div className="chart">
        {bars.map(({ day, share }) => (
          <i key={day} style={{ height: `${20 + 80 * share}%` }} />
        ))}
      </div>
    </section>
  );
}

/** The time of day, ticking. */
export function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="insight panel">
      <p className="muted">Next departure, {now.toLocaleDateString('en-US', { dateStyle: 'long' })}</p>
      <p className="insight-figure">{now.toLocaleTimeString('en-US')}</p>
    </section>
  );
}

/** A counter that no fixed clock stops: what `ignoreSelectors` is for. */
export function Visitors() {
  const [count] = useState(() => Math.round((performance.timeOrigin + performance.now()) % 100_000));
  return (
    <section className="insight panel">
      <p className="muted">People looking at this page</p>
      <p className="insight-figure live-count">{count}</p>
    </section>
  );
}
