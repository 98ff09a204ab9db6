import { isRecord } from '@formwork/schema/internal';
import { API } from '../early.ts';

/** The bytes of a document, fetched by the server of the page. @throws Error that says why not. */
export async function loadDocument(url: string): Promise<Uint8Array> {
  const response = await fetch(`${API}/document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    cache: 'no-store',
    redirect: 'error',
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const answer: unknown = await response.json().catch(() => undefined);
  const error = isRecord(answer) && isRecord(answer['error']) ? answer['error'] : {};
  throw new Error(
    typeof error['message'] === 'string'
      ? error['message']
      : `The server of this page answered with ${response.status}.`,
  );
}
