export default function LazyPanel() {
  return (
    <section className="insight panel">
      <h2>Loaded late</h2>
    </section>
  );
}
