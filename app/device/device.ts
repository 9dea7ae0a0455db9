import { type Device, openDevice } from '#sync/store/device.ts';

/** What this device knows whoever sits at it; one connection for the whole page, opened at its first use. */
export let device: Device = openDevice();

/** The same over another storage: where the browser gives none, it lies in memory (Y26). */
export function reopenDevice(): void {
  device.close();
  device = openDevice();
}
