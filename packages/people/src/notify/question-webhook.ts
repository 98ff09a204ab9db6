import { RequestSender, signNotification, type QuestionNotice } from '@formwork/runtime/internal';
import type { QuestionWebhook } from './notify-options.ts';

/** A person who hears of a question, with the link by which they answer it. */
export interface ToldPerson {
  readonly id: string;
  /** The address that answers the question for this person, without signing in. It is a secret. */
  readonly link: string;
}

/** The body of a webhook about a question. */
export interface QuestionWebhookBody {
  /** Such as `question.asked`, `question.reminded` and `question.escalated`. */
  readonly type: `question.${QuestionNotice['kind']}`;
  /** The same for every attempt to deliver this webhook. */
  readonly id: string;
  /** The name of the agent that asks. */
  readonly agent: string;
  /** The addresses of the people to tell, such as `role:approver` and `user:kim`. */
  readonly to: readonly string[];
  readonly taskId: string;
  readonly skillId?: string;
  readonly prompt: string;
  readonly askedFor?: string;
  readonly askedAt: string;
  readonly dueAt?: string;
  /** The address of the question on the page, which asks people to sign in. */
  readonly link: string;
  /** The people who are known, each with a link of their own. */
  readonly people: readonly ToldPerson[];
}

/** Delivers webhooks about questions. */
export interface WebhookSender {
  /** Rejects unless the receiver answers with a status from 200 to 299. */
  send(body: QuestionWebhookBody): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Makes the sender of webhooks to the receiver that the operator has named. */
export function createWebhookSender({ url, secret }: QuestionWebhook): WebhookSender {
  // The operator has chosen the address, which is usually in the own network.
  const sender = new RequestSender({ allowPrivateAddresses: true, timeoutMs: TIMEOUT_MS });
  const closing = new AbortController();
  return {
    async send(fields) {
      const body = JSON.stringify(fields);
      const timestamp = Math.floor(Date.now() / 1_000);
      const { id } = fields;
      const outcome = await sender.post({
        url,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
          'User-Agent': 'Formwork',
          'Webhook-Id': id,
          'Webhook-Timestamp': String(timestamp),
          'Webhook-Signature': signNotification(secret, { id, timestamp, body }),
        },
        body,
        signal: closing.signal,
      });
      const isTaken = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
      if (isTaken) return;
      const reason =
        outcome.kind === 'answered'
          ? `it answered with ${outcome.status}`
          : outcome.kind === 'aborted'
            ? 'the server closes'
            : outcome.reason;
      throw new Error(
        `Cannot deliver the webhook about a question because of its receiver: ${reason}`,
      );
    },
    close() {
      closing.abort();
      sender.close();
    },
  };
}
