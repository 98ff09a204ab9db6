// Serves the agent, and the page that Vite has built from the folder `page`, on one port.

import { createServer } from '@formwork/server';
import express from 'express';
import { fileURLToPath } from 'node:url';
import { agent } from './agent.ts';

const page = process.env['PAGE'] ?? fileURLToPath(new URL('page', import.meta.url));
const server = createServer(agent, { closeOnSignals: true });
server.app.use(express.static(page)); // before listen()
const { url } = await server.listen({ port: Number(process.env['PORT'] ?? 4100) });
console.log(`The page is at ${url}`);
