// What this installation is, as the server says it: kept on the device for offline starts, never waited for by a first paint.
import type { Config } from '#sync/contract/config.ts';
import { LAST_CONFIG, readSetting, writeSetting } from '#sync/device.ts';
import { device } from './device.ts';
import { firstContent } from './first-content.ts';

let fresh: Promise<Config> | undefined;

async function fetchConfig(): Promise<Config> {
  const { askConfig } = await import('./ask-config.ts');
  const config = await askConfig();
  await writeSetting(device, LAST_CONFIG, config);
  return config;
}

function askOnce(): Promise<Config> {
  const asked = fresh ?? fetchConfig();
  fresh = asked;
  asked.catch(() => {
    fresh = undefined;
  });
  return asked;
}

/**
 * The configuration, from the device when it is there: it was parsed before it was kept. The server is asked once per
 * page in the background, so that a changed installation is known at the next start. Rejects only on a first start
 * without a connection.
 */
export async function loadConfig(): Promise<Config> {
  const kept = await readSetting(device, LAST_CONFIG);
  if (kept === undefined) return askOnce();
  firstContent()
    .then(askOnce)
    // Without an answer the kept one stays, until the next start.
    .catch(() => undefined);
  return kept as Config;
}
