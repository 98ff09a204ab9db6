import { handler } from './handler.ts';

// Longer than a stream is quiet.
Bun.serve({ fetch: handler.fetch, idleTimeout: 30 });
