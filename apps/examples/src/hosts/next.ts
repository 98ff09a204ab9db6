// An agent in an app of Next: this is a route handler, app/agents/[...path]/route.ts.
import { handler } from './agent.ts';

const answer = (request: Request) => handler.fetch(request);
export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST };
