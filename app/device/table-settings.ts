// What a person chose for the tables of administration on this device: hidden columns, saved views.
import { localKeys, localText, setLocalText } from './device.ts';

const keyOf = (userId: string, name = '') => `table:${userId}:${name}`;

export const tableSettings = (userId: string) => ({
  read: (name: string) => localText(keyOf(userId, name)),
  write: (name: string, text: string | null) => void setLocalText(keyOf(userId, name), text),
});

export function forgetTableSettings(userId: string): void {
  for (const name of localKeys(keyOf(userId))) setLocalText(keyOf(userId, name), null);
}
