import { expect, test } from 'vitest';
import { domainOfEmail, readEmailAddress } from './emailAddress.js';

test.each([
  ['Ada@Acme.Example', 'ada@acme.example', 'acme.example'],
  ['ada@acme.example.', 'ada@acme.example', 'acme.example'],
  ['ada+svc@mail.acme.example', 'ada+svc@mail.acme.example', 'mail.acme.example'],
  ["o'brien@acme.example", "o'brien@acme.example", 'acme.example'],
  ['ada@xn--cme-5cd.example', 'ada@xn--cme-5cd.example', 'xn--cme-5cd.example'],
])('the address %s is %s, of the domain %s', (given, address, domain) => {
  expect(readEmailAddress(given)).toBe(address);
  expect(domainOfEmail(address)).toBe(domain);
});

test.each([
  ['two of them', 'eve@acme.example@evil.example'],
  ['a quoted name', '"eve@acme.example"@evil.example'],
  ['a quoted name of the domain', '"eve@evil.example"@acme.example'],
  ['a comment', 'eve@evil.example(@acme.example)'],
  ['a list', 'eve@evil.example,x@acme.example'],
  ['a name and an address', 'Eve <eve@acme.example>'],
  ['a line break', 'eve@evil.example\n@acme.example'],
  ['a line break at the end', 'eve@acme.example\n'],
  ['NUL', 'eve@acme.example\0.evil.example'],
  ['a letter that becomes one of ASCII', 'eve@acme.example'.replace('e@', '\u212a@')],
  ['a domain that becomes one of ASCII', 'eve@\u212aites.example'],
  ['a Cyrillic letter', 'eve@\u0430cme.example'],
  ['wide letters', 'eve@ａcme.example'],
  ['a wide @', 'eve＠acme.example'],
  ['no name', '@acme.example'],
  ['no domain', 'eve@'],
  ['a domain of one part', 'eve@acme'],
  ['an address of a machine', 'eve@[127.0.0.1]'],
  ['two dots', 'eve@acme..example'],
  ['too many letters', `${'e'.repeat(250)}@acme.example`],
])('%s is none', (_, given) => {
  expect(readEmailAddress(given)).toBeNull();
});
