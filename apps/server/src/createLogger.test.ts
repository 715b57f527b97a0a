import { expect, test } from 'vitest';
import { createLogger } from './createLogger.js';

test('of an error the log keeps what explains it, not what hangs on it', () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => lines.push(line) });
  const error = Object.assign(new Error('lost', { cause: new Error('reset') }), {
    code: '57P01',
    client: { password: 'hunter2' },
  });
  logger.warn({ err: error }, 'a connection was lost');
  logger.info('not at this level');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('hunter2');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'a connection was lost',
    err: { type: 'Error', message: 'lost', code: '57P01', cause: { message: 'reset' } },
  });
});
