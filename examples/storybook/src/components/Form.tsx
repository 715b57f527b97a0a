import { useState } from 'react';
import { Button } from './Button.js';
import './Form.css';

export function Form() {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const wrong = sent && !email.includes('@');
  return (
    <form className="form panel stack">
      <div>
        <h2>Reserve your place</h2>
        <p className="muted">We answer within one working day.</p>
      </div>
      <label className="field">
        Name
        <input value={name} onChange={(event) => setName(event.target.value)} placeholder="Amara Okafor" />
      </label>
      <label className="field">
        Email
        <input
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          placeholder="you@example.com"
        />
        {wrong && <span className="form-error">That is not an email address.</span>}
      </label>
      <label className="field">
        Travellers
        <select defaultValue="2">
          <option>1</option>
          <option>2</option>
          <option>4</option>
        </select>
      </label>
      <Button kind="primary" onClick={() => setSent(true)}>
        Send request
      </Button>
    </form>
  );
}
