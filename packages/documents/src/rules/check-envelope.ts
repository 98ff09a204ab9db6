import type { Problem } from '@formwork/schema';
import { previewJson } from '@formwork/schema/internal';
import { listMember, type Placed } from './read-parts.ts';

/** A message that answers itself. */
export function checkCorrelation({ value }: Placed): readonly Problem[] {
  const id = value['message_id'];
  return typeof id === 'string' && value['correlation_id'] === id ? [OWN_ID] : [];
}

/** Agents that are named beside the sender; receivers that know who sends check that it is them. */
export function checkSender(message: Placed): readonly Problem[] {
  const sender = message.value['sender_id'];
  const card = listMember(message, 'payload').flatMap((payload) =>
    listMember(payload, 'agent_card'),
  );
  const named = [...listMember(message, 'auth'), ...card];
  return named.flatMap(({ pointer, value }) => {
    const agent = value['agent_id'];
    if (typeof agent !== 'string' || typeof sender !== 'string' || agent === sender) return [];
    const problem: Problem = {
      pointer: `${pointer}/agent_id`,
      keyword: 'same-agent',
      expected: `the sender_id of the message, ${previewJson(sender)}`,
      received: previewJson(agent),
      message: `must be the sender_id of the message, ${previewJson(sender)}, but is ${previewJson(agent)}`,
    };
    return [problem];
  });
}

const OWN_ID: Problem = {
  pointer: '/correlation_id',
  keyword: 'correlation',
  expected: 'the message_id of the message that is answered',
  message: 'must be the message_id of the message that is answered but is the own one',
};
