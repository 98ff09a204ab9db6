import type { AgentSource } from '@formwork/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  createConversation,
  type Conversation,
  type ConversationActions,
  type ConversationOptions,
  type ConversationState,
} from './create-conversation.ts';

/** The result of {@link useAgent}: the state of the conversation, and its actions. */
export interface AgentHandle extends ConversationState, ConversationActions {
  /** True while the connection of any task is lost. */
  readonly reconnecting: boolean;
}

/**
 * One conversation with an agent: its description, the thread of what was sent and what came of it,
 * and the ways to go on. Tasks go on when the component is gone; another source is another
 * conversation. Of the options those of the first time count.
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
  const [held, hold] = useState(() => toHeld(source, options));
  let current = held;
  if (held.source !== source) {
    current = toHeld(source, options);
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

function toHeld(
  source: AgentSource,
  options: ConversationOptions,
): { readonly source: AgentSource; readonly conversation: Conversation } {
  return { source, conversation: createConversation(source, options) };
}
