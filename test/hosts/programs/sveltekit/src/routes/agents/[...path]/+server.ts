import type { RequestEvent } from '@sveltejs/kit';
import { handler } from '../../../handler';

// Pages stand at paths that end with a slash.
export const trailingSlash = 'ignore';
export const fallback = ({ request, getClientAddress }: RequestEvent) =>
  handler.fetch(request, { remoteAddress: getClientAddress() });
