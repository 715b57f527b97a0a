// Writes the types of a client from an OpenAPI description: node generate.mjs <address of the description> <file>
import { writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [address, file] = process.argv.slice(2);

const types = await openapiTypescript(new URL(address), {
  transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
});
writeFileSync(file, astToString(types));
