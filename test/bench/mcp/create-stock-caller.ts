import { Role } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';

/** Returns a function that calls an agent with the A2A SDK's own client, without any checks. */
export async function createStockCaller(url: string): Promise<(input: object) => Promise<unknown>> {
  const client = await new ClientFactory().createFromUrl(url);
  return (input) =>
    client.sendMessage({
      tenant: '',
      message: {
        messageId: crypto.randomUUID(),
        contextId: '',
        taskId: '',
        role: Role.ROLE_USER,
        parts: [
          {
            content: { $case: 'data', value: input },
            metadata: { mimeType: 'application/json;schema=fightComparison' },
            filename: '',
            mediaType: '',
          },
        ],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      },
      configuration: undefined,
      metadata: undefined,
    });
}
