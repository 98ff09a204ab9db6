import { answerDiscovery } from './answer-discovery.ts';
import { answerHandshake } from './answer-handshake.ts';
import { answerRequest } from './answer-request.ts';
import type { Call, Reply } from './call.ts';
import { takeAnswer } from './take-answer.ts';

/** Does what a message asks for (Message Type Summary). */
export async function dispatch(call: Call): Promise<Reply> {
  const { message, principalId, connections } = call;
  switch (message.message_type) {
    case 'request':
      return answerRequest(call);
    case 'handshake':
      return answerHandshake(call);
    case 'discover_agents':
      return answerDiscovery(call);
    case 'goodbye':
      connections.close({ principalId, agentId: message.sender_id });
      return { kind: 'nothing' };
    case 'response':
    case 'handshake_ack':
    case 'agent_announcement':
    case 'error':
      return takeAnswer(call);
  }
}
