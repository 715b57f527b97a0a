#!/usr/bin/env node
// biome-ignore-all lint/style/useTemplate: there were no templates.
// What any Node can parse: an old one is told which is needed, before it meets syntax that it does not know.
'use strict';
var needed = require('../package.json').engines.node.replace('>=', '').split('.');
var own = process.versions.node.split('.');
var message =
  'svc: this is Node ' + own.join('.') + ' (' + process.execPath + '), but svc needs ' + needed.join('.');
if ((own[0] - needed[0] || own[1] - needed[1]) < 0) {
  console.error(message + ' or newer: install it from https://nodejs.org');
  process.exit(2);
}
require('./start.cjs');
