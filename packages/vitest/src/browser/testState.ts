/** What is known of a test that runs: Vitest's task. */
export interface Task {
  id: string;
  name: string;
  suite?: { name: string; tasks: readonly { name: string }[]; suite?: Task['suite'] } | undefined;
  file: { tasks: readonly { name: string }[] };
  result?: { retryCount?: number; repeatCount?: number } | undefined;
}

/** The describes and the title of a test; those that have the name of another one before them are numbered. */
export function titlesOf(task: Task): string[] {
  const titles: string[] = [];
  let current: { name: string; suite?: Task['suite'] } | undefined = task;
  while (current) {
    const siblings: readonly { name: string }[] = (current.suite ?? task.file).tasks;
    const { name } = current;
    const same = siblings.filter((one) => one.name === name);
    const index = same.indexOf(current);
    titles.unshift(index > 0 ? `${name} (${index + 1})` : name);
    current = current.suite;
  }
  return titles;
}

/** Attempts before this one, be it a retry or a repetition. */
export const attemptOf = ({ result }: Task): number => (result?.retryCount ?? 0) + (result?.repeatCount ?? 0);

type Counts = WeakMap<Task, { attempt: string; count: number }>;

function countIn(counts: Counts, task: Task): number {
  const attempt = `${task.result?.retryCount ?? 0} ${task.result?.repeatCount ?? 0}`;
  const before = counts.get(task);
  const count = before?.attempt === attempt ? before.count + 1 : 1;
  counts.set(task, { attempt, count });
  return count;
}

const taken: Counts = new WeakMap();
const matched: Counts = new WeakMap();

/** How many pictures without a name a test has taken in its attempt, with this one. */
export const countTaken = (task: Task): number => countIn(taken, task);

/** How often a test has called `toMatchScreenshot` in its attempt, with this time. */
export const countMatched = (task: Task): number => countIn(matched, task);
