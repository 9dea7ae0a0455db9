// Opens databases also where the browser leaves an open without any answer, as Chromium does now and then after a crash, while
// the next open of the same database is answered at once (Y26).

/** After this long without an answer a database is asked for once more. */
const UNANSWERED_MS = 5_000;

type Answer = 'success' | 'error' | 'blocked' | 'upgradeneeded';
const ANSWERS: Answer[] = ['success', 'error', 'blocked', 'upgradeneeded'];

/**
 * One open over several requests: the first that answers anything is the one that counts; a connection that another one gives later
 * is closed. It has of an IDBOpenDBRequest what Dexie uses.
 */
class PatientOpen {
  onsuccess?: (event: Event) => void;
  onerror?: (event: Event) => void;
  onblocked?: (event: Event) => void;
  onupgradeneeded?: (event: Event) => void;
  #chosen: IDBOpenDBRequest | undefined;
  readonly #first: IDBOpenDBRequest;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => IDBOpenDBRequest) {
    this.#first = this.#ask(open);
  }

  #ask(open: () => IDBOpenDBRequest): IDBOpenDBRequest {
    const request = open();
    for (const answer of ANSWERS)
      request.addEventListener(answer, (event) => {
        clearTimeout(this.#timer);
        this.#chosen ??= request;
        if (this.#chosen === request) this[`on${answer}`]?.(event);
        else if (answer === 'success') request.result.close();
      });
    this.#timer = setTimeout(() => this.#ask(open), UNANSWERED_MS);
    return request;
  }

  get #request() {
    return this.#chosen ?? this.#first;
  }
  get result() {
    return this.#request.result;
  }
  get error() {
    return this.#request.error;
  }
  get transaction() {
    return this.#request.transaction;
  }
}

/** The same factory, whose `open` is asked again while it is not answered. */
export function patientFactory(factory: IDBFactory): IDBFactory {
  const open = (...how: Parameters<IDBFactory['open']>) =>
    new PatientOpen(() => factory.open(...how)) as unknown as IDBOpenDBRequest;
  return {
    open,
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (first, second) => factory.cmp(first, second),
  };
}
