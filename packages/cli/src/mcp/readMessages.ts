/** The messages in the body of an answer: JSON, or server-sent events with JSON in `data`. */
export async function* readMessages(answer: Response): AsyncGenerator<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await answer.text();
    if (text !== '') yield oneLine(text);
    return;
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) yield* messageOf(event);
  }
  yield* messageOf(rest);
}

function* messageOf(event: string): Generator<string> {
  const data = event
    .split(/\r?\n/)
    .flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    .join('\n');
  if (data !== '') yield oneLine(data);
}

/** On stdio, the end of a line is the end of a message. */
const oneLine = (json: string): string => JSON.stringify(JSON.parse(json));
