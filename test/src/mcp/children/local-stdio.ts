import { createBridge, serveBridgeStdio } from '@formwork/mcp';
import { createLocalServer } from '../local-server.ts';

const { agent, server } = createLocalServer();
serveBridgeStdio(createBridge({ agents: [{ alias: 'own', server }], identity: () => agent }));
await server.listen({ port: 0 });
