import { handler } from '../../../handler';

const answer = (request: Request) => handler.fetch(request);
export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST };
