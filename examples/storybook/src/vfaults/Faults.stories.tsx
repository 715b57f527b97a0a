/** Stories that go wrong, for the tests. Built with `SVC_EXAMPLE_VERSION=faults` only. */
import { lazy, useEffect } from 'react';

export default { title: 'Faults' };

export const Throws = {
  render: () => {
    throw new Error('no such trip');
  },
};
export const ThrowsInEffect = {
  render: () => {
    const Broken = () => {
      useEffect(() => {
        throw new Error('effect without a cause');
      }, []);
      return <p>Fine at first</p>;
    };
    return <Broken />;
  },
};
export const PlayFails = {
  render: () => <p>Nothing to play with</p>,
  play: async () => {
    throw new Error('the button is missing');
  },
};
export const Alerts = {
  render: () => {
    const Alerting = () => {
      useEffect(() => alert('hello there'), []);
      return <p>Behind a dialog</p>;
    };
    return <Alerting />;
  },
};
export const NeverEnds = {
  render: () => {
    for (;;) Math.random();
  },
};
export const MissingImage = { render: () => <img src="never/loads.jpg" alt="" /> };
export const LeavesMarks = {
  render: () => <p>Leaves marks</p>,
  play: async () => {
    localStorage.setItem('mark', '1');
    sessionStorage.setItem('mark', '1');
    document.body.style.background = 'red';
  },
};
export const SeesMarks = {
  render: () => (
    <p>{localStorage.getItem('mark') || sessionStorage.getItem('mark') ? 'Sees marks' : 'Sees nothing'}</p>
  ),
};
export const PaintsTheBody = {
  render: () => {
    const Painting = () => {
      useEffect(() => {
        document.body.style.background = 'gold';
      }, []);
      return <p>Paints and does not clean up</p>;
    };
    return <Painting />;
  },
};
export const Plain = { render: () => <p>Plain</p> };
const Focused = () => (
  // biome-ignore lint/a11y/noAutofocus: focus is what these stories are about
  <textarea defaultValue="Focused" autoFocus />
);
export const TakesFocus = { render: () => <Focused /> };
/** Storybook hides the root of a story that is not there after 100 ms; what is hidden takes no focus. */
const FocusedLate = lazy(
  () =>
    new Promise<{ default: typeof Focused }>((resolve) =>
      setTimeout(() => resolve({ default: Focused }), 300),
    ),
);
export const TakesFocusLate = { render: () => <FocusedLate /> };
