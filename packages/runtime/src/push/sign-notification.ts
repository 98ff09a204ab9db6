import { createHmac } from 'node:crypto';

/** What a signature covers. */
export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The value of `webhook-signature`, as Standard Webhooks has it: an HMAC with SHA-256 over id,
 * timestamp and body. The key is the token, as the bytes of its text.
 */
export function signNotification(token: string, { id, timestamp, body }: SignedContent): string {
  const hmac = createHmac('sha256', token).update(`${id}.${timestamp}.${body}`);
  return `v1,${hmac.digest('base64')}`;
}
