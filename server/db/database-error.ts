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
  /** Lost every race against other units. */
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

/** The DatabaseError for whatever a driver threw while running `query`; programming errors are returned unchanged. */
export function databaseError(thrown: unknown, query?: string): unknown {
  if (thrown instanceof DatabaseError) return thrown;
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(cause instanceof Error)) return thrown;
  const code = (cause as { code?: unknown }).code;
  if (typeof code === 'string') {
    const kind = code.startsWith('SQLITE') ? kindOfSqlite(code) : kindOfPostgres(code);
    return new DatabaseError({ kind, code, constraint: constraintOf(cause), query });
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

function kindOfSqlite(code: string): DatabaseErrorKind {
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return 'unique';
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return 'foreign_key';
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return 'not_null';
    case 'SQLITE_CONSTRAINT_CHECK':
      return 'check';
    case 'SQLITE_MISMATCH':
    case 'SQLITE_TOOBIG':
      return 'bad_value';
  }
  return /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|PROTOCOL)/.test(code) ? 'unavailable' : 'other';
}

function kindOfPostgres(code: string): DatabaseErrorKind {
  switch (code) {
    case '23505':
      return 'unique';
    case '23503':
      return 'foreign_key';
    case '23502':
      return 'not_null';
    case '23514':
      return 'check';
    case '40001':
    case '40P01':
      return 'conflict';
  }
  if (/^22/.test(code)) return 'bad_value';
  return /^(08|53|57P|E[A-Z]+$)/.test(code) ? 'unavailable' : 'other';
}
