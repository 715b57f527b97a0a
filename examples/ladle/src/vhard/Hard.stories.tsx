/** Stories that are hard to capture twice alike, for the tests. Built with `SVC_EXAMPLE_VERSION=hard` only. */
import type { Story } from '@ladle/react';
import * as hard from '../../../storybook/src/vhard/hard.js';

export default { title: 'Hard' };

export const LazyPanel: Story = () => <hard.LazyPanel />;
export const FetchedData: Story = () => <hard.FetchedData />;
export const AnimatedImage: Story = () => <hard.AnimatedImage />;
export const Video: Story = () => <hard.Video />;
export const Painting: Story = () => <hard.Painting />;
export const Caret: Story = () => <hard.Caret />;
export const Scrolled: Story = () => <hard.Scrolled />;
export const Sticky: Story = () => <hard.Sticky />;
export const Frame: Story = () => <hard.Frame />;
export const OpenShadow: Story = () => <hard.Shadow mode="open" />;
export const ClosedShadow: Story = () => <hard.Shadow mode="closed" />;
export const Endless: Story = () => <hard.Endless />;
export const Random: Story = () => <hard.Random />;
export const Clocks: Story = () => <hard.Clocks />;
export const Live: Story = () => <hard.Live />;
