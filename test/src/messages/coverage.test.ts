import { describeCoverage } from '../schemas/describe-coverage.ts';
import { CHECKED_PARTS, CITING_FOLDERS, RULES } from './manifest.ts';

describeCoverage({
  // The types of imported JSON are wider than the manifest; the tests below check its content.
  rules: RULES as Parameters<typeof describeCoverage>[0]['rules'],
  parts: CHECKED_PARTS,
  folders: CITING_FOLDERS,
  verifies: 'verifiesMessages',
  examples: 'messages/v1',
});
