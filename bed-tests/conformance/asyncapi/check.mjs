// Says what the AsyncAPI initiative's own parser has against a document: node check.mjs FILE; silent and 0 when nothing.
import { readFile } from 'node:fs/promises';
import { Parser } from '@asyncapi/parser';

const text = await readFile(process.argv[2], 'utf8');
const { document, diagnostics } = await new Parser().parse(text);
const errors = diagnostics.filter((one) => one.severity === 0);
errors.forEach((one) => console.error(`${one.path.join('/')}: ${one.message} (${one.code})`));
if (errors.length > 0 || document === undefined) process.exit(1);
const ids = (all) => all.all().map((one) => one.id()).sort();
console.log(JSON.stringify({ version: document.version(), channels: ids(document.channels()), operations: ids(document.operations()) }));
