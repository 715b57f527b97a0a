import './LazyPanel.css';

export default function LazyPanel() {
  return (
    <section className="panel hard-late">
      <h2>Loaded late</h2>
    </section>
  );
}
