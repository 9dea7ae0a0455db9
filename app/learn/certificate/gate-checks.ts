// The checks at the gate, as this device keeps them: for whoever asks who was let in, and on what proof (decision 356).
import { t } from '@lingui/core/macro';
import type { Device } from '#sync/store/device.ts';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { saveTable } from '../../ui/save-file.ts';
import type { Verification } from './verify-certificate.ts';

/** 'unproven': it is known to be neither, because the server could not be asked and nothing was signed. */
export type GateVerdict = 'valid' | 'expired' | 'revoked' | 'unknown' | 'forged' | 'unproven';

/** `isAsked`: the server said so; otherwise the signature alone did, which knows nothing of a revocation. */
type Judgement = {
  verdict: GateVerdict;
  isAsked: boolean;
  serial: string;
  name: string;
  course: string;
  validUntil: string | null;
};
export type GateCheck = Judgement & { id: string; at: string; by: string };

export function judge(verification: Verification, typed = ''): Judgement {
  const nothing = { isAsked: false, serial: typed, name: '', course: '', validUntil: null };
  if (verification.kind === 'found' || (verification.kind === 'offline' && verification.certificate)) {
    const {
      serial,
      learnerName,
      courseTitle,
      validUntil = null,
      validity,
    } = verification.certificate as NonNullable<Extract<Verification, { kind: 'offline' }>['certificate']>;
    const verdict = validity === 'soon' ? 'valid' : validity;
    const isAsked = verification.kind === 'found';
    return { verdict, isAsked, serial, name: learnerName, course: courseTitle, validUntil };
  }
  if (verification.kind === 'forged') return { ...nothing, verdict: 'forged' };
  if (verification.kind === 'offline' || verification.kind === 'failed') return { ...nothing, verdict: 'unproven' };
  return { ...nothing, isAsked: verification.kind === 'unknown' && typed !== '', verdict: 'unknown' };
}

const KEY = 'gateChecks';
/** A year of a busy gate; the oldest goes first. */
export const KEPT_CHECKS = 5000;

/** Newest first. */
export async function readChecks(device: Device): Promise<GateCheck[]> {
  return ((await readSetting(device, KEY)) as GateCheck[] | undefined) ?? [];
}

/** Resolves once it is on the device. */
export async function keepCheck(device: Device, check: GateCheck): Promise<void> {
  await device.transaction('rw', [device.settings], async () => {
    await writeSetting(device, KEY, [check, ...(await readChecks(device))].slice(0, KEPT_CHECKS));
  });
}

export const clearChecks = (device: Device): Promise<void> => device.settings.delete(KEY);

const COLUMNS = [
  t`Time`,
  t`Result`,
  t`Name`,
  t`Course`,
  t`Valid until`,
  t`Serial number`,
  t`Server asked`,
  t`Checked by`,
];

export function saveChecks(checks: readonly GateCheck[]): void {
  const rows = checks.map(({ at, verdict, name, course, validUntil, serial, isAsked, by }) => [
    ...[new Date(at), VERDICT_WORDS[verdict], name, course, validUntil, serial, isAsked ? t`Yes` : t`No`, by],
  ]);
  void saveTable(t`gate checks`, COLUMNS, rows);
}

export const VERDICT_WORDS: Readonly<Record<GateVerdict, string>> = {
  valid: t`VALID`,
  expired: t`EXPIRED`,
  revoked: t`REVOKED`,
  unknown: t`UNKNOWN`,
  forged: t`NOT GENUINE`,
  unproven: t`NOT CHECKED`,
};
