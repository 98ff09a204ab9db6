import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

// This server has no protocol: it parses, validates, computes, validates and answers.
const ajv = new Ajv2020();
const isComparison = ajv.compile<{ a: string; b: string }>(fightComparison);
const isResponse = ajv.compile(fightResponse);

interface Body {
  readonly id: unknown;
  readonly params: { readonly message: { readonly parts: readonly { readonly data: unknown }[] } };
}

const app = express();
app.use(express.json());
app.post('/a2a', (request, response) => {
  const { id, params } = request.body as Body;
  const input = params.message.parts[0]?.data;
  if (!isComparison(input)) {
    response.status(400).json({ jsonrpc: '2.0', id, error: { code: -32602, message: 'invalid' } });
    return;
  }
  const result = compare(input);
  if (!isResponse(result)) throw new Error('invalid output');
  response.json({ jsonrpc: '2.0', id, result });
});
const server = app.listen(0, '127.0.0.1', () => announce((server.address() as AddressInfo).port));
