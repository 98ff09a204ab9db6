import { createBridge, serveBridgeStdio } from '@formwork/mcp';
import { createOwnServer } from '../own-server.ts';

const { agent, server } = createOwnServer();
serveBridgeStdio(createBridge({ agents: [{ alias: 'own', server }], identity: () => agent }));
await server.listen({ port: 0 });
