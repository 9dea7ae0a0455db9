// Y26, Y27: a database that hangs, is blocked by another tab or was taken over by a newer version must not hang the app.
import type Dexie from 'dexie';
import { countPageLeaves, isConnectionLost } from './database.ts';

/**
 * 'fine'; 'stuck': the storage did not answer twice in 5 s, or lost its connection twice; 'blocked': an older tab keeps the
 * database from opening, ask to close it; 'taken-over': a newer version of the app has it, this tab must reload;
 * 'not-saved': the last tap found no room.
 */
export type DatabaseHealth = 'fine' | 'stuck' | 'blocked' | 'taken-over' | 'not-saved';

/** Thrown when the storage does not answer: the work was not saved. */
export class StorageStuck extends Error {
  constructor() {
    super('The storage of this device does not answer.');
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
    // Answering false keeps Dexie from warning in the console of what is said here.
    database.on('blocked', () => {
      blockedTimer ??= setTimeout(() => this.#setHealth('blocked'), BLOCKED_AFTER_MS);
      return false;
    });
    database.on('ready', () => {
      clearTimeout(blockedTimer);
      blockedTimer = undefined;
      this.#setHealth('fine');
    });
    // Dexie opens what a newer version made without a word; its rows may be of kinds that this code would misread (Y8).
    database.on(
      'ready',
      () => {
        if (Math.floor(database.backendDB().version / DEXIE_VERSION_FACTOR) <= database.verno) return;
        this.#setHealth('taken-over');
        throw new Error('This database belongs to a newer version of the app.');
      },
      true,
    );
    // The old tab lets go at once, so that the new version can open; what was saved is in the database.
    database.on('versionchange', ({ newVersion }) => {
      database.close();
      // Without a new version the database is being deleted: its person has signed out.
      if (newVersion) this.#setHealth('taken-over');
      return false;
    });
  }

  /**
   * Runs `work`; when it hangs, or the browser has dropped the connection, closes and opens the database and tries once
   * more, then rejects with StorageStuck. A database that was closed for good meanwhile stays so.
   */
  async guard<T>(work: () => PromiseLike<T>): Promise<T> {
    const first = await withTimeout(work);
    if (first.isDone) return this.#succeed(first.value);
    if (this.#health === 'taken-over' || this.#database.hasBeenClosed()) throw new StorageStuck();
    this.#database.close({ disableAutoOpen: false });
    // A hung transaction that commits after all does no harm: the second one sees what it wrote, and decides again.
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
    if (health === this.#health) return;
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
