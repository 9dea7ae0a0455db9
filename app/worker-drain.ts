// The worker's pass on a Background Sync event (Y19). Its sign-in is the device's: no auth client comes along.
import { drainDevice } from '#sync/background.ts';
import type { Config } from '#sync/contract/config.ts';
import { currentPerson, LAST_CONFIG, readSession, readSetting, unseatWithoutSession } from '#sync/device.ts';
import type { SessionPort } from '#sync/ports.ts';
import { webPorts } from '#sync/web-ports.ts';
import { refreshSession } from './account/refresh-session.ts';
import { showOnIcon } from './app-badge.ts';
import { device } from './device.ts';
import { announcePersonChange } from './person-channel.ts';

const sessionOf = (userId: string): SessionPort => ({
  token: async () => (await readSession(device, userId))?.access_token ?? null,
  async refresh() {
    try {
      const stored = await readSession(device, userId);
      if (!stored) return { kind: 'ended' };
      // Any page has kept it, and who has signed in has had a page.
      const config = (await readSetting(device, LAST_CONFIG)) as Config;
      const refreshed = await refreshSession(stored, config);
      if (refreshed.kind === 'fresh') return { kind: 'token', token: refreshed.session.access_token };
      if (refreshed.kind === 'refused' && (await unseatWithoutSession(device))) announcePersonChange('expired');
      return { kind: 'ended' };
    } catch {
      return { kind: 'unreachable' };
    }
  },
});

/** Sends what everybody of this device has unsent. Rejects when something is left, so that the browser tries again. */
export async function drainInBackground({ clients }: Pick<ServiceWorkerGlobalScope, 'clients'>): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  // A page in sight sends its work itself; a worker that is busy would keep a new version from taking over (O12).
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) throw new Error('A page is at it.');
  const { isSomethingLeft } = await drainDevice(device, webPorts({ sessionOf }));
  showOnIcon((await currentPerson(device))?.pendingCount ?? 0);
  if (isSomethingLeft) throw new Error('Some work could not be sent yet.');
}
