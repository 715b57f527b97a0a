import type { TestService } from '../startTestService.js';
import type { DescribedOperation } from './drawRequests.js';

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: DescribedOperation['parameters'];
        requestBody?: { content: DescribedOperation['content'] };
      }
    >
  >;
}

/** Every operation of the OpenAPI description that the service hands out. */
export async function readDescription(service: TestService): Promise<DescribedOperation[]> {
  const { body } = await service.ask<Document>('GET', '/docs/api/json');
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters.filter((one) => 'schema' in one),
      content: requestBody?.content ?? {},
    })),
  );
}
