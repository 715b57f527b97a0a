import { afterAll, expect } from 'vitest';

interface Running {
  close(): Promise<void>;
  /** Requests that the description of the API does not allow. */
  problems: readonly string[];
}

/** Keeps the services that it is given, closes them after the last test of a file, and fails where a request was wrong. */
export function closeAfterAll(): <Service extends Running>(service: Service) => Service {
  const running: Running[] = [];
  afterAll(async () => {
    for (const service of running) {
      await service.close();
      expect(service.problems).toEqual([]);
    }
  });
  return (service) => {
    running.push(service);
    return service;
  };
}
