import { Gallery } from './components/Gallery.js';
import { Typeface as Specimen } from './components/Typeface.js';

export default { title: 'Media' };

export const LazyGallery = { render: () => <Gallery /> };
export const Typeface = {
  render: () => <Specimen />,
};
