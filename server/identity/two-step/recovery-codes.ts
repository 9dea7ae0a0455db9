// Recovery codes: ten of them, each good once, for a person who has lost their authenticator. They are ours and not the auth
// service's, because a hosted project has none (decision 142).

import { randomInt } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import { RECOVERY_CODES } from '#sync/contract/two-step.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { hashPassword, isRightPassword } from '../passwords.ts';

/** Without what looks alike: 12 of them have 59 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const newCode = () => Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const written = (code: string) => code.replaceAll(/(.{4})(?!$)/g, '$1-');
/** As it was made: people type hyphens, spaces and capitals. */
const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Makes new codes, which replace those before. */
export async function makeRecoveryCodes(db: Db, { userId, ip, at }: { userId: string; ip: string; at: Date }) {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes = await Promise.all(codes.map(hashPassword));
  return db.transact(function* (tx): Steps<string[]> {
    yield* dropRecoveryCodes(tx, userId);
    const rows = hashes.map((codeHash) => ({ userId, codeHash, createdAt: at }));
    yield* run(tx.insert(tx.tables.recoveryCodes).values(rows));
    yield* run(auditLog(tx, ownAct('account.recovery_codes_made', userId, { ip, at })));
    return codes.map(written);
  });
}

export function* dropRecoveryCodes({ queries, tables: { recoveryCodes } }: TxContext, userId: string): Steps<void> {
  yield* run(queries.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)));
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(db.tables.recoveryCodes).where(unused(db.tables, userId));
  return row?.all ?? 0;
}

export type RecoveryCode = Db['tables']['recoveryCodes']['$inferSelect'];

/** A code of the person that was not used yet; undefined for any other. */
export async function findRecoveryCode(db: Db, userId: string, code: string): Promise<RecoveryCode | undefined> {
  const rows = await db.select().from(db.tables.recoveryCodes).where(unused(db.tables, userId));
  for (const row of rows) if (await isRightPassword(bare(code), row.codeHash)) return row;
  return undefined;
}

/** Uses a code up; false when it was used meanwhile. */
export function* spendRecoveryCode(
  { queries, tables }: TxContext,
  { userId, codeHash, at }: { userId: string; codeHash: string; at: Date },
): Steps<boolean> {
  const { recoveryCodes } = tables;
  const here = and(unused(tables, userId), eq(recoveryCodes.codeHash, codeHash));
  const spent = yield* run(queries.update(recoveryCodes).set({ usedAt: at }).where(here).returning());
  return spent.length > 0;
}

const unused = ({ recoveryCodes }: TxContext['tables'], userId: string) =>
  and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
