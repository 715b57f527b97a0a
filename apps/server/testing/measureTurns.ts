/** Milliseconds of processor time; requests are held to 100, tests to more on machines that are slow. */
export const longestTurn = 300;

const cpuTime = (): number => {
  // Of this thread, where Node can tell: a busy machine must not look like a busy event loop.
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1_000;
};

/** Watches the event loop: how many milliseconds of processor time it went without a turn for timers, at most. */
export function measureTurns(): () => number {
  let longest = 0;
  let last = cpuTime();
  const look = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}
