// What this installation is, as the server says it: kept on the device for offline starts, never waited for by a first paint.
import { Config } from '#sync/contract/config.ts';
import { LAST_CONFIG, readSetting, writeSetting } from '#sync/device.ts';
import { createApi } from './api.ts';
import { device } from './device.ts';

let fresh: Promise<Config> | undefined;

async function fetchConfig(): Promise<Config> {
  const config = await createApi()('/api/config', { answer: Config });
  if (!config) throw new Error('The server gave no configuration.');
  await writeSetting(device, LAST_CONFIG, config);
  return config;
}

/**
 * The configuration, from the device when it is there. The server is asked once per page in the background, so that a
 * changed installation is known at the next start. Rejects only on a first start without a connection.
 */
export async function loadConfig(): Promise<Config> {
  const asked = fresh ?? fetchConfig();
  fresh = asked;
  asked.catch(() => {
    fresh = undefined;
  });
  const kept = Config.safeParse(await readSetting(device, LAST_CONFIG));
  return kept.success ? kept.data : asked;
}
