import { handler } from './handler.ts';

// Longer than a stream is quiet. The port is the variable PORT.
Bun.serve({ fetch: handler.fetch, idleTimeout: 30 });
