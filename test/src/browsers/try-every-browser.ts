// Takes the journey in every browser there is: `npm run browsers`.
import { startVitest } from 'vitest/node';

process.env['FORMWORK_BROWSERS'] = 'chromium,firefox,webkit';
await startVitest('test', ['test/src/browsers'], { watch: false });
