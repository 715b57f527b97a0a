import { useState } from 'react';

export default { title: 'Matrix/Counter' };

function Counter({ label }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {label}: {count}, luck {Math.round(Math.random() * 1e6)}
    </button>
  );
}

export const Resting = {
  args: { label: 'Resting' },
  render: (args) => <Counter {...args} />,
  parameters: { svc: { viewports: [320, 640], ignoreSelectors: ['.none'] } },
};
export const Themed = {
  args: { label: 'Themed' },
  render: (args) => <Counter {...args} />,
  parameters: { chromatic: { modes: { dark: { theme: 'dark' }, light: { theme: 'light' } } } },
};
export const Clicked = {
  args: { label: 'Clicked' },
  render: (args) => <Counter {...args} />,
  play: async ({ canvasElement }) => {
    canvasElement.querySelector('button').click();
    await new Promise((resolve) => setTimeout(resolve, 50));
  },
};
export const Broken = {
  render: () => {
    throw new Error('broken on purpose');
  },
};
