// Calls the agent, with the types of its skills: `npm run call`, while it is served.
import { connect } from '@formwork/client';
import type agent from './agent.ts';

// Where `npm run dev` and `npm start` serve the agent, unless the command line has an address.
const port = process.env['FORMWORK_PORT'] || process.env['PORT'] || 4100;

try {
  const remote = await connect<typeof agent>(process.argv[2] ?? `http://127.0.0.1:${port}`);
  const { winner } = await remote.skill('fight').call({ a: 'Lion', b: 'Tiger' });
  console.log(winner);
} catch (error) {
  // The message says what is wrong and what to do; a stack would not help.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
