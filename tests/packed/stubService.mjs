import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * Starts a service on loopback that gives the prepared answers.
 *
 * @param {Record<string, (request: {body: string, attempt: number}) => {status?: number, headers?: object, body: unknown}>} answers
 *   by method and path: `POST /api/v1/diffs`; `attempt` counts the requests to it
 */
export async function startStubService(answers) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const place = `${request.method} ${new URL(request.url, 'http://service').pathname}`;
    requests.push(place);
    const attempt = requests.filter((one) => one === place).length;
    const answer = answers[place]?.({ body: await text(request), attempt }) ?? {
      status: 404,
      body: { code: 'NOT_FOUND', message: `${place} is not prepared` },
    };
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
