// Everything named here is public.
export { demoAgent } from './demo-agent.ts';
