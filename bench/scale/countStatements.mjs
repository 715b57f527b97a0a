/** Counts the statements that all clients of `pg` send from now on. */
export function countStatements(pg) {
  let count = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(...parameters) {
    count += 1;
    return query.apply(this, parameters);
  };
  return () => count;
}
