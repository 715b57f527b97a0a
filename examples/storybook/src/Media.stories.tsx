import { Gallery } from './components/Gallery.js';

export default { title: 'Media' };

export const LazyGallery = { render: () => <Gallery /> };
export const Typeface = {
  render: () => <p className="specimen">Wayfarer, since 1987 &amp; still curious</p>,
};
