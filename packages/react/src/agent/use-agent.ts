import type { AgentSource } from '@formwork/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ConversationState } from './conversation-tasks.ts';
import {
  createConversation,
  type Conversation,
  type ConversationActions,
  type ConversationOptions,
} from './create-conversation.ts';

/** The result of {@link useAgent}: the state of the conversation, and its actions. */
export interface AgentHandle extends ConversationState, ConversationActions {
  /** True while the connection to any task of the thread is lost. */
  readonly reconnecting: boolean;
}

/**
 * Holds one conversation with an agent: its description, the thread of messages and their tasks,
 * and the actions on them. Tasks go on at the agent after the component is gone. Another `source`
 * starts another conversation; of `options`, those of the first render count.
 *
 * @example
 * ```ts
 * import { createGatewaySource, useAgent } from '@formwork/react';
 *
 * const source = createGatewaySource('/api', 'https://shop.example.com');
 *
 * export function Count(): string {
 *   return `${useAgent(source).thread.length} tasks`;
 * }
 * ```
 */
export function useAgent(source: AgentSource, options: ConversationOptions = {}): AgentHandle {
  const [held, hold] = useState(() => openConversation(source, options));
  let current = held;
  if (held.source !== source) {
    current = openConversation(source, options);
    hold(current);
  }
  const { conversation } = current;
  const { state, subscribe, open, close, ...actions } = conversation;
  const now = useSyncExternalStore(subscribe, state, state);
  useEffect(() => {
    open();
    return close;
  }, [open, close]);
  return {
    ...now,
    ...actions,
    reconnecting: now.thread.some(({ isReconnecting }) => isReconnecting),
  };
}

function openConversation(
  source: AgentSource,
  options: ConversationOptions,
): { readonly source: AgentSource; readonly conversation: Conversation } {
  return { source, conversation: createConversation(source, options) };
}
