// What this installation is, as the server says it: kept on the device for offline starts, never waited for by a first paint.
import { Config } from '#sync/contract/config.ts';
import { LAST_CONFIG, readSetting, writeSetting } from '#sync/store/device.ts';
import { device } from '../device/device.ts';
import { createApi } from './client.ts';

let fresh: Promise<Config> | undefined;

async function fetchConfig(): Promise<Config> {
  const config = await createApi()('/api/config', { answer: Config });
  if (!config) throw new Error('The server gave no configuration.');
  await writeSetting(device, LAST_CONFIG, config);
  return config;
}

function askOnce(): Promise<Config> {
  fresh ??= fetchConfig().catch((error: unknown) => {
    fresh = undefined;
    throw error;
  });
  return fresh;
}

/**
 * The configuration, from the device when it is there: it was parsed before it was kept. The server is asked once per
 * page in the background, so that a changed installation is known at the next start. Rejects only on a first start
 * without a connection.
 */
export async function loadConfig(): Promise<Config> {
  const kept = await readSetting(device, LAST_CONFIG);
  if (kept === undefined) return askOnce();
  // Without an answer the kept one stays, until the next start.
  askOnce().catch(() => undefined);
  return kept as Config;
}
