import { Card } from './Card.js';
import { Chart } from './Insights.js';
import { Navigation } from './Navigation.js';
import { Table } from './Table.js';
import './Overview.css';

/** A whole page, made of the other components. Its texts are its own, so that it changes on its own. */
export function Overview() {
  return (
    <>
      <Navigation />
      <main className="overview">
        <div>
          <h1>Good morning, Amara</h1>
          <p className="muted">Three departures this week, one invoice to chase.</p>
        </div>
        <div className="overview-cards">
          <Card title="High passes" text="Six days on foot between huts, with luggage carried ahead." />
          <Card
            title="Island ferry"
            text="A slow line through the archipelago, cabin and bicycles included."
          />
          <Chart />
        </div>
        <Table rows={12} />
      </main>
    </>
  );
}
