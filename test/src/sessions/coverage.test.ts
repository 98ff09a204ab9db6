import { describeCoverage } from '../schemas/describe-coverage.ts';
import { CHECKED_PARTS, CITING_FOLDERS, RULES } from './manifest.ts';

describeCoverage({
  // The file is JSON, whose types are wider than what the tests below make sure of.
  rules: RULES as Parameters<typeof describeCoverage>[0]['rules'],
  parts: CHECKED_PARTS,
  folders: CITING_FOLDERS,
  verifies: 'verifiesSessions',
  examples: 'sessions/v1',
});
