// The configuration of this installation, stored on the device for offline starts; the first paint never waits for it.
import type { BadgeKey } from '#sync/contract/badge.ts';
import { Config } from '#sync/contract/server.ts';
import { LAST_CONFIG, readSetting, writeSetting } from '#sync/store/device.ts';
import { device } from '../device/device.ts';
import { call, publicServer } from './client.ts';

let fresh: Promise<Config> | undefined;

async function fetchConfig(): Promise<Config> {
  const config = Config.parse(await call(publicServer.config.$get()));
  await writeSetting(device, LAST_CONFIG, config);
  return config;
}

function fetchOnce(): Promise<Config> {
  fresh ??= fetchConfig().catch((error: unknown) => {
    fresh = undefined;
    throw error;
  });
  return fresh;
}

/** The configuration of this device, else of the server, which is asked once per page. Rejects on a first start offline. */
export async function loadConfig(): Promise<Config> {
  const stored = await readSetting(device, LAST_CONFIG);
  if (stored === undefined) return fetchOnce();
  // Without an answer, the stored configuration stays.
  fetchOnce().catch(() => undefined);
  // It was parsed before it was stored.
  return stored as Config;
}

/** The keys of badges that this device has. Rejects when it has none and nobody can be asked. */
export const badgeKeys = async (): Promise<BadgeKey[]> => (await loadConfig()).badgeKeys ?? [];

/** The key with this id that checks badges; undefined when there is none. Rejects when it is not here and nobody can be asked. */
export async function badgeKey(kid: string): Promise<BadgeKey | undefined> {
  const find = ({ badgeKeys }: Config) => badgeKeys?.find((key) => key.kid === kid);
  return find(await loadConfig()) ?? find(await fetchConfig());
}
