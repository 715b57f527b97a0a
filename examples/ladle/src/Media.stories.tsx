import type { Story } from '@ladle/react';
import { Gallery } from '../../storybook/src/components/Gallery.js';
import { Typeface as Specimen } from '../../storybook/src/components/Typeface.js';

export default { title: 'Media' };

export const LazyGallery: Story = () => <Gallery />;
export const Typeface: Story = () => <Specimen />;
