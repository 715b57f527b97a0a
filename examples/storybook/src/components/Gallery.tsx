import aurora from '../images/aurora.jpg';
import dunes from '../images/dunes.jpg';
import harbour from '../images/harbour.jpg';
import meadow from '../images/meadow.jpg';
import peaks from '../images/peaks.jpg';
import reef from '../images/reef.jpg';
import './Gallery.css';

const places = [
  [dunes, 'Desert crossing'],
  [peaks, 'High passes'],
  [harbour, 'Island ferry'],
  [aurora, 'Northern lights'],
  [meadow, 'Alpine summer'],
  [reef, 'Reef week'],
];

export function Gallery() {
  return (
    <div className="gallery">
      {places.map(([source, name]) => (
        <figure key={name} className="panel">
          <img loading="lazy" src={source} alt="" />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}
