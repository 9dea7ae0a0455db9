// Drivers and drizzle put the values of a query into their messages; here they become errors that are safe to log.

/** Why a query failed, in one word for both engines. */
export type DatabaseErrorKind =
  /** A unique or primary key is taken already; `constraint` says which. */
  | 'unique'
  /** A referenced row is missing, or the row is still referenced. */
  | 'foreign_key'
  | 'not_null'
  | 'check'
  /** A value that the column cannot hold: validation should have refused it. */
  | 'bad_value'
  /** Lost every race against other units, or met a change of the schema. */
  | 'conflict'
  /** The database cannot be reached, is shutting down, or is full. */
  | 'unavailable'
  | 'other';

/** A failed query, without any value of it. `code` is the driver's (SQLSTATE or SQLITE_...), `query` has placeholders. */
export class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;
  readonly code: string;
  readonly constraint: string | undefined;
  readonly query: string | undefined;

  constructor(found: { kind: DatabaseErrorKind; code: string; constraint?: string; query?: string }) {
    const about = found.constraint ? `${found.code}, ${found.constraint}` : found.code;
    super(`The database refused a query: ${found.kind} (${about}).`);
    this.name = 'DatabaseError';
    this.kind = found.kind;
    this.code = found.code;
    this.constraint = found.constraint;
    this.query = found.query;
  }
}

/** True for a failure that a later attempt may not meet again. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.kind === 'unavailable' || error.kind === 'conflict');
}

/** True for what a full disk refused, the database's own or that of files. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/.test(String(error.code));
}

/** The DatabaseError for whatever a driver threw while running `query`; programming errors are returned unchanged. */
export function databaseError(thrown: unknown, query?: string): unknown {
  if (thrown instanceof DatabaseError) return thrown;
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(cause instanceof Error)) return thrown;
  const code = (cause as { code?: unknown }).code;
  if (typeof code === 'string') {
    return new DatabaseError({ kind: kindOf(code), code, constraint: constraintOf(cause), query });
  }
  // A connection that is closed, ended, or could not be had in time comes without a code.
  if (/connection|timeout|not queryable|after calling end/i.test(cause.message)) {
    return new DatabaseError({ kind: 'unavailable', code: 'NO_CONNECTION', query });
  }
  // The rest are bugs of ours, but drizzle's message would carry the values.
  return cause === thrown ? thrown : new DatabaseError({ kind: 'other', code: cause.name, query });
}

function constraintOf(cause: Error): string | undefined {
  const named = (cause as { constraint?: unknown }).constraint;
  if (typeof named === 'string') return named;
  return /constraint failed: ([\w., ]+)$/.exec(cause.message)?.[1];
}

/** The first that matches the driver's code. */
const KINDS: [RegExp, DatabaseErrorKind][] = [
  [/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$|^23505$/, 'unique'],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY$|^23503$/, 'foreign_key'],
  [/^SQLITE_CONSTRAINT_NOTNULL$|^23502$/, 'not_null'],
  [/^SQLITE_CONSTRAINT_CHECK$|^23514$/, 'check'],
  [/^SQLITE_(MISMATCH|TOOBIG)$|^22/, 'bad_value'],
  // Also a statement whose plan is gone or out of date: the next attempt plans anew.
  [/^(40001|40P01|26000|42P05|0A000)$/, 'conflict'],
  [/^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|PROTOCOL)|^(08|25006$|53|57P|E[A-Z]+$)/, 'unavailable'],
];

const kindOf = (code: string) => KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';

/** So many units with a key may wait in one process; a device gives an answer up after 15 s, and sends all of it again. */
const MOST_WAITING = 6_000;

/** Throws an unavailable error when `units` more would be too many behind those that wait. */
export function expectRoom(waiting: number, units: number): void {
  if (waiting + units > MOST_WAITING) throw new DatabaseError({ kind: 'unavailable', code: 'QUEUE_FULL' });
}
