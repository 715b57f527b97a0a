import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram as createServerProgram } from '../../apps/server/src/commands/createProgram.ts';
import { createProgram } from '../../packages/cli/src/createProgram.ts';
import { operations } from '../../packages/schema/src/index.ts';
import { root } from '../setup/runProgram.mjs';
import { bodyExample } from './formatOperations.mjs';
import { writeReferences } from './writeReferences.mjs';

const pages = writeReferences({
  cli: createProgram(() => {}),
  server: createServerProgram({}),
  operations,
});

test.each(Object.entries(pages))('%s is what `npm run docs:references` writes', (file, text) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(text);
});

describe('the example of a body is one that the operation accepts', () => {
  const withBody = Object.entries(operations).filter(([, { body }]) => body);
  test.each(withBody)('%s', (name, operation) => {
    expect(operation.body.safeParse(bodyExample(name, operation)).error?.issues ?? []).toEqual([]);
  });
});
