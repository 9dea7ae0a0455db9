// Imported before all that reads the built product: ends with one sentence where nothing is built.
import { requireBuild } from '../journeys/browser.mjs';

try {
  requireBuild();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
