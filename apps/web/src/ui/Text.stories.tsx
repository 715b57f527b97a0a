import { CommandLine } from './CommandLine.js';
import { GitPosition } from './GitPosition.js';
import { TimeAgo } from './TimeAgo.js';

export default { title: 'Parts/Text' };

export const Command = () => (
  <div className="max-w-xl space-y-3">
    <CommandLine command="npx --no svc stories-a storybook-static --auto-baseline" />
    <CommandLine command="npx --no svc upload screenshots --suite checkout --branch feature/a-name-that-takes-more-than-one-line" />
  </div>
);

export const Git = () => (
  <div className="w-80 space-y-3">
    <GitPosition branch="main" commit="a1b2c3d4e5f6a7b8" />
    <GitPosition branch="feature/a-name-that-does-not-fit-into-this-line" commit="a1b2c3d4e5f6a7b8" />
    <GitPosition branch={null} commit="a1b2c3d4e5f6a7b8" />
  </div>
);

const second = 1_000;
const ages = [5, 90, 3 * 3_600, 26 * 3_600, 40 * 24 * 3_600, 800 * 24 * 3_600];

/** Of when the stories were opened. */
const opened = Date.now();

export const Times = () => (
  <ul className="space-y-1 text-sm">
    {ages.map((age) => (
      <li key={age}>
        <TimeAgo at={new Date(opened - age * second).toISOString()} />
      </li>
    ))}
  </ul>
);
