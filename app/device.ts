import { openDevice } from '#sync/device.ts';

/** What this device knows whoever sits at it; one connection for the whole page, opened at its first use. */
export const device = openDevice();
