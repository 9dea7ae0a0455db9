// What every database of this page has in common: strict durability, and a way to leave the page. A page in the
// back/forward cache keeps its open transactions and, in WebKit, their locks, so every later page would wait for them
// (Y26b).
import Dexie, { type DexieOptions } from 'dexie';
import { patientFactory } from './patient-factory.ts';

/** The transactions of this page that have not ended. */
const openTransactions = new Set<IDBTransaction>();

function trackTransaction(transaction: IDBTransaction): IDBTransaction {
  openTransactions.add(transaction);
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => openTransactions.delete(transaction));
  return transaction;
}

let leaveCount = 0;
let untilReturn: Promise<void> | undefined;
let resumePage = () => {};

/**
 * Call on `pagehide`. Aborts every transaction, because none can end normally any more and `commit()` is refused
 * outside a transaction's own callbacks. Scopes run again after `returnToPage`; until then no database opens.
 */
export function leavePage(): void {
  if (untilReturn) return;
  leaveCount += 1;
  untilReturn = new Promise((resolve) => {
    resumePage = resolve;
  });
  for (const transaction of openTransactions) {
    try {
      transaction.abort();
    } catch {
      // It is ending already.
    }
  }
  reopenAll();
}

/** Call on `pageshow`: opens what was waiting, and runs aborted scopes again. */
export function returnToPage(): void {
  resumePage();
  untilReturn = undefined;
}

/**
 * Reports an error of background work that is not awaited. A page that is being left says nothing: it aborted the work
 * itself.
 */
export function warnOfBackgroundWork(error: unknown): void {
  if (!untilReturn) console.warn('background work failed', error);
}

/** How often the page was left; work that was slow meanwhile did not hang. */
export const countPageLeaves = (): number => leaveCount;

/** Dexie's list of open databases, which its types omit. */
const openDatabases = Dexie as unknown as { readonly connections: readonly Closable[] };
type Closable = Pick<Dexie, 'close' | 'hasBeenClosed'>;

/** Databases of this page that could not be opened. Dexie does not list them, and refuses every read of them until they are closed. */
const unopened = new Set<Closable>();

/**
 * Closes all connections of this page. Each reopens at its next use, also one that could not be opened before; what was closed on
 * purpose stays closed.
 */
export function reopenAll(): void {
  for (const database of [...openDatabases.connections, ...unopened])
    database.close({ disableAutoOpen: database.hasBeenClosed() });
  unopened.clear();
}

/** From now on every database opened lives in memory and is gone with the page. */
export function storeInMemory(memory: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }): void {
  Dexie.dependencies.indexedDB = memory.indexedDB;
  Dexie.dependencies.IDBKeyRange = memory.IDBKeyRange;
}

// What a storage failure means, told by error names alone: Dexie passes them on, wrapped or not.

const CONNECTION_LOST_NAMES = ['UnknownError', 'InvalidStateError', 'TransactionInactiveError', 'AbortError'];

/** True when storage is full, or a transaction was aborted for that reason. */
export function isFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  if ('inner' in error && isFull(error.inner)) return true;
  return 'failures' in error && Array.isArray(error.failures) && error.failures.some(isFull);
}

/**
 * True when the browser has dropped the connection, as WebKit does to apps in the background, or did not give one: nothing was
 * written, and a new connection may work. A database that was closed on purpose is not one of these.
 */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || isFull(error)) return false;
  if ('name' in error && CONNECTION_LOST_NAMES.some((name) => name === error.name)) return true;
  // What Dexie says of a database that could not be opened; the reason is within.
  if ('inner' in error && isConnectionLost(error.inner)) return true;
  return 'failures' in error && Array.isArray(error.failures) && error.failures.some(isConnectionLost);
}

type BeginTransaction = (...args: unknown[]) => PromiseLike<unknown>;

export class Database extends Dexie {
  constructor(name: string, options?: DexieOptions) {
    const { indexedDB, IDBKeyRange } = Dexie.dependencies;
    const patient = indexedDB && { indexedDB: patientFactory(indexedDB), IDBKeyRange };
    super(name, { chromeTransactionDurability: 'strict', ...patient, ...options });
    this.use({
      stack: 'dbcore',
      name: 'unended',
      create: (core) => ({
        ...core,
        transaction(stores, mode, options) {
          return trackTransaction(core.transaction(stores, mode, options) as unknown as IDBTransaction);
        },
      }),
    });
    // The transaction that creates the database would keep every later page from opening it.
    this.on('populate', ({ idbtrans }) => void trackTransaction(idbtrans));
    const beginTransaction = this.transaction.bind(this) as BeginTransaction;
    // A scope is written in whole or not at all, so it must be safe to run twice.
    this.transaction = ((...args: unknown[]) => {
      const attempt = (): PromiseLike<unknown> => {
        const before = leaveCount;
        return beginTransaction(...args).then(undefined, (error: unknown) => {
          if (before === leaveCount) throw error;
          return attempt();
        });
      };
      return attempt();
    }) as typeof this.transaction;
  }

  override open() {
    const opening = untilReturn ? Dexie.Promise.resolve(untilReturn).then(() => super.open()) : super.open();
    unopened.delete(this);
    opening.catch(() => this.hasBeenClosed() || unopened.add(this));
    return opening;
  }
}
