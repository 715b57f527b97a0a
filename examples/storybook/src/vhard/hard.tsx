import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import blink from '../media/blink.gif';
import sweep from '../media/sweep.webm';
import './Hard.css';

/** Drawn once, when the module is loaded. */
const atLoad = Array.from({ length: 3 }, () => Math.floor(Math.random() * 1_000));

const LazyPart = lazy(
  () =>
    new Promise<{ default: ComponentType }>((resolve) =>
      setTimeout(() => import('./LazyPanel.js').then(resolve), 300),
    ),
);
export const LazyPanel = () => (
  <Suspense fallback={<p>Loading…</p>}>
    <LazyPart />
  </Suspense>
);

export function FetchedData() {
  const [trips, setTrips] = useState<string[] | null>(null);
  useEffect(() => {
    void fetch(new URL('../media/trips.json', import.meta.url))
      .then((response) => response.json())
      .then((loaded) => setTimeout(() => setTrips(loaded), 150));
  }, []);
  return trips ? (
    <ul>
      {trips.map((trip) => (
        <li key={trip}>{trip}</li>
      ))}
    </ul>
  ) : (
    <p>Loading trips…</p>
  );
}

export const AnimatedImage = () => <img src={blink} width={160} height={160} alt="" />;

export const Video = () => <video src={sweep} width={320} autoPlay muted loop />;

/** Painted by frames, which no observer of the document sees. */
export function Painting() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const brush = canvas.current?.getContext('2d');
    let step = 0;
    let frame = requestAnimationFrame(function paint() {
      if (!brush || step === 24) return;
      brush.fillStyle = `hsl(${step * 15} 70% 50%)`;
      brush.beginPath();
      brush.arc(20 + step * 18, 80 + 40 * Math.sin(step / 3), 14, 0, 7);
      brush.fill();
      step += 1;
      frame = requestAnimationFrame(paint);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return <canvas ref={canvas} width={480} height={160} />;
}

export const Caret = () => (
  // biome-ignore lint/a11y/noAutofocus: the caret is what this story is about
  <textarea defaultValue="A caret blinks here" rows={3} autoFocus />
);

export function Scrolled() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: 400, behavior: 'smooth' });
  }, []);
  return (
    <div className="hard-scroller" ref={list}>
      {Array.from({ length: 40 }, (_, row) => `Row ${row}`).map((row) => (
        <p key={row}>{row}</p>
      ))}
    </div>
  );
}

export const Sticky = () => (
  <div className="hard-sticky">
    <header>Stays on top</header>
    <div>Long</div>
  </div>
);

const framed = `<style>@keyframes drift { to { transform: translateX(200px) } }
  div { width: 96px; height: 48px; background: crimson; animation: drift 700ms linear infinite }</style>
  <div></div><p>not yet</p>
  <script>setTimeout(() => { document.querySelector('p').textContent = new Date().toISOString() }, 300)</script>`;
export const Frame = () => <iframe srcDoc={framed} width={320} height={140} title="A frame" />;

export function Shadow({ mode }: { mode: 'open' | 'closed' }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current || host.current.dataset.filled) return;
    host.current.dataset.filled = mode;
    host.current.attachShadow({
      mode,
    }).innerHTML = `<style>@keyframes drift { to { transform: translateX(200px) } }
        div { width: 96px; height: 48px; background: indigo; animation: drift 900ms linear infinite }</style>
      <div></div><p>In a shadow</p>`;
  }, [mode]);
  return <div ref={host} />;
}

export const Endless = () => <div className="hard-box" />;

export function Random() {
  const [drawn] = useState(() => Array.from({ length: 3 }, () => Math.floor(Math.random() * 1_000)));
  const [code] = useState(() => crypto.randomUUID().slice(0, 8));
  return (
    <pre>
      {atLoad.join(' ')} {drawn.join(' ')} {code}
    </pre>
  );
}

export function Clocks() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30);
    return () => clearInterval(timer);
  }, []);
  const { format } = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' });
  return (
    <pre>
      {now.toISOString()} · {format()}
    </pre>
  );
}

/** What no recipe can hold still: the server answers something else each time. */
export function Live() {
  const [number, setNumber] = useState('');
  useEffect(() => {
    void fetch('live.txt')
      .then((response) => response.text())
      .then(setNumber);
  }, []);
  return <p>People online: {number}</p>;
}
