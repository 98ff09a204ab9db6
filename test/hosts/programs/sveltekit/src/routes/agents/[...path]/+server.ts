import { handler } from '../../../handler';

// Pages stand at paths that end with a slash.
export const trailingSlash = 'ignore';
export const fallback = ({ request }: { request: Request }) => handler.fetch(request);
