// Y26, Y27: a database that hangs, is blocked by another tab or was taken over by a newer version must not hang the
// app.
import type Dexie from 'dexie';
import { countPageLeaves, isConnectionLost } from './database.ts';

/**
 * 'fine'; 'stuck': the storage hung or lost its connection twice; 'blocked': an older tab keeps the database from
 * opening and should be closed; 'taken-over': a newer version of the app uses it, so this tab must reload; 'not-saved':
 * there was no room for the last change; 'deleted': it was deleted under this page, or made anew and empty.
 */
export type DatabaseHealth = 'fine' | 'stuck' | 'blocked' | 'taken-over' | 'not-saved' | 'deleted';

/** Thrown when the storage does not respond: the work was not saved. */
export class StorageStuck extends Error {
  constructor() {
    super("This device's storage does not respond.");
    this.name = 'StorageStuck';
  }
}

const TIMEOUT_MS = 5_000;
const BLOCKED_AFTER_MS = 3_000;
/** Dexie's version 2 is the browser's 20. */
const DEXIE_VERSION_FACTOR = 10;

export class Watchdog {
  readonly #database: Dexie;
  readonly #onHealth: (health: DatabaseHealth) => void;
  #health: DatabaseHealth = 'fine';

  constructor(database: Dexie, onHealth: (health: DatabaseHealth) => void) {
    this.#database = database;
    this.#onHealth = onHealth;
    let blockedTimer: ReturnType<typeof setTimeout> | undefined;
    // Returning false suppresses Dexie's own console warning.
    database.on('blocked', () => {
      blockedTimer ??= setTimeout(() => this.#setHealth('blocked'), BLOCKED_AFTER_MS);
      return false;
    });
    database.on('ready', () => {
      clearTimeout(blockedTimer);
      blockedTimer = undefined;
      this.#setHealth('fine');
    });
    // Dexie silently opens a newer version's database, whose rows this code could misread (Y8).
    database.on(
      'ready',
      () => {
        if (Math.floor(database.backendDB().version / DEXIE_VERSION_FACTOR) <= database.verno) return;
        this.#setHealth('taken-over');
        throw new Error('This database belongs to a newer version of the app.');
      },
      true,
    );
    // Close at once, so that the new version can open; saved work is in the database.
    database.on('versionchange', ({ newVersion }) => {
      database.close();
      // Without a new version the database is being deleted: its person signed out, or it is a loss (Y26c).
      this.#setHealth(newVersion ? 'taken-over' : 'deleted');
      return false;
    });
    let wasOpen = false;
    database.on('populate', () => {
      if (wasOpen) this.#setHealth('deleted');
    });
    database.on('ready', () => {
      wasOpen = true;
    });
  }

  /**
   * Runs `work`. If it hangs or the browser drops the connection, reopens the database and tries once more, then
   * rejects with StorageStuck. A database that was closed for good stays closed.
   */
  async guard<T>(work: () => PromiseLike<T>): Promise<T> {
    const first = await withTimeout(work);
    if (first.isDone) return this.#succeed(first.value);
    if (this.#health === 'taken-over' || this.#database.hasBeenClosed()) throw new StorageStuck();
    this.#database.close({ disableAutoOpen: false });
    // If the hung transaction commits after all, the second one sees its result and decides again.
    const second = await withTimeout(work);
    if (second.isDone) return this.#succeed(second.value);
    this.#setHealth('stuck');
    throw new StorageStuck();
  }

  #succeed<T>(value: T): T {
    if (this.#health === 'stuck') this.#setHealth('fine');
    return value;
  }

  #setHealth(health: DatabaseHealth) {
    if (health === this.#health || this.#health === 'deleted') return;
    this.#health = health;
    this.#onHealth(health);
  }
}

type TimedResult<T> = { isDone: true; value: T } | { isDone: false };

function withTimeout<T>(work: () => PromiseLike<T>): Promise<TimedResult<T>> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const before = countPageLeaves();
      // Nothing runs while the page is away.
      timer = setTimeout(() => (before === countPageLeaves() ? resolve({ isDone: false }) : wait()), TIMEOUT_MS);
    };
    wait();
    work().then(
      (value) => {
        clearTimeout(timer);
        resolve({ isDone: true, value });
      },
      (error: unknown) => {
        clearTimeout(timer);
        if (isConnectionLost(error)) resolve({ isDone: false });
        else reject(error);
      },
    );
  });
}
