/**
 * Asks about each entry while the caller still works on the answer before: of two who would wait for each other, such as a database and
 * this process, neither does.
 */
export async function* askAhead<Entry, Answer>(
  entries: Iterable<Entry>,
  ask: (entry: Entry) => Promise<Answer>,
): AsyncGenerator<{ entry: Entry; answer: Answer }> {
  let before: { entry: Entry; asked: Promise<Answer> } | undefined;
  for (const entry of entries) {
    const asked = ask(entry);
    // A caller that stops at an earlier answer hears of that one alone.
    asked.catch(() => {});
    if (before) yield { entry: before.entry, answer: await before.asked };
    before = { entry, asked };
  }
  if (before) yield { entry: before.entry, answer: await before.asked };
}
