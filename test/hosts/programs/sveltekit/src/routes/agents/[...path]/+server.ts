import { handler } from '../../../handler';

export const fallback = ({ request }: { request: Request }) => handler.fetch(request);
