import type { Story } from '@ladle/react';
import { Gallery } from '../../storybook/src/components/Gallery.js';

export default { title: 'Media' };

export const LazyGallery: Story = () => <Gallery />;
export const Typeface: Story = () => <p className="specimen">Wayfarer, since 1987 &amp; still curious</p>;
