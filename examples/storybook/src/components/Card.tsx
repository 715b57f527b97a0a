import cover from '../images/dunes.jpg';
import { Badge } from './Badge.js';
import { Button } from './Button.js';
import './Card.css';

interface CardProps {
  title?: string;
  text?: string;
}

const texts: Record<string, string> = {
  '1': 'Eleven nights under canvas, from the salt flats to the coast. Breakfast and guide included.',
  '2': 'Nine nights under canvas, from the salt flats to the coast. Breakfast, guide and transfer included.',
};

export function Card({ title = 'Desert crossing', text = texts[EXAMPLE_VERSION] }: CardProps) {
  return (
    <article className="card panel">
      <img className="card-cover" src={cover} alt="" />
      <div className="card-body">
        <div className="row spread">
          <h3>{title}</h3>
          <Badge>New</Badge>
        </div>
        <p className="muted">{text}</p>
        <div className="row">
          <Button kind="primary">Book now</Button>
          <Button>Details</Button>
        </div>
      </div>
    </article>
  );
}
