import { expect, test } from 'vitest';
import { badgeMarkdown } from './badgeMarkdown.js';

test('the Markdown of a badge shows it and links to the suite', () => {
  const place = { org: 'acme', project: 'web', suite: 'forms' };
  expect(badgeMarkdown('https://svc.example.com', place, 'https://svc.example.com/b.svg?suite=forms')).toBe(
    '[![forms](https://svc.example.com/b.svg?suite=forms)](https://svc.example.com/acme/web/suites/forms)',
  );
});

test('no name of a suite ends the link early', () => {
  const place = { org: 'acme', project: 'web', suite: 'a](x) [b`' };
  expect(badgeMarkdown('https://h', place, 'https://h/b.svg')).toBe(
    '[![a\\](x) \\[b\\`](https://h/b.svg)](https://h/acme/web/suites/a%5D%28x%29%20%5Bb%60)',
  );
});
