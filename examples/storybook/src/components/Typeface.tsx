import './Typeface.css';

export const Typeface = () => <p className="specimen">Wayfarer, since 1987 &amp; still curious</p>;
