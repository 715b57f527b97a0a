import { expect, test } from 'vitest';
import { isLoopback } from './isLoopback.js';

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]', '0:0:0:0:0:0:0:1'])(
  'isLoopback: %s is',
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each([
  undefined,
  '',
  '0.0.0.0',
  '::',
  '192.168.1.7',
  '128.0.0.1',
  '::2',
  'fe80::1',
  'example.com',
  'localhost.example.com',
  '127.0.0.1.example.com',
])('isLoopback: %s is not', (host) => expect(isLoopback(host)).toBe(false));
