import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalPassword, passwordForms } from '#sync/contract/password.ts';
import { Refusal } from '#sync/contract/refusal.ts';

/** Half of libuv's threads: the other half keeps reading files while a whole class signs in (decision 114). */
const HASHES_AT_ONCE = 2;
/** Enough for two classes at once. Each hash takes about 40 ms. */
const MOST_WAITING = 600;
let running = 0;
const waiting: (() => void)[] = [];

const deriveNow = promisify(argon2);

/** Argon2 as soon as it is this one's turn. Refuses `unavailable` when too many wait, or when nobody waits for this one any more. */
async function derive(hasLeft: () => boolean, ...parameters: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (waiting.length >= MOST_WAITING) throw new Refusal('unavailable', { retryAfterSeconds: 10 });
  if (running >= HASHES_AT_ONCE) await new Promise<void>((start) => waiting.push(start));
  else running += 1;
  try {
    if (hasLeft()) throw new Refusal('unavailable');
    return await deriveNow(...parameters);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The limit of the hosted service, whose bcrypt cuts there; the same limit here keeps accounts movable. */
export const PASSWORD_LIMIT_BYTES = 72;
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{11,86})$/;

/** The argon2id hash of a password in PHC form, computed off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(() => false, 'argon2id', { message: normalPassword(password), nonce, ...COST });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** True for a hash in PHC form that `isRightPassword` can check. */
export function isPasswordHash(text: string): boolean {
  return PHC.test(text);
}

let dummy: Promise<string> | undefined;

/**
 * True when this is the password of the hash. Without a hash it takes just as long and returns false, so that the time of
 * a response does not reveal whether an account exists. `hasLeft`: whoever asked has given up.
 */
export async function isRightPassword(
  password: string,
  hash: string | null | undefined,
  hasLeft = () => false,
): Promise<boolean> {
  if (!hash) dummy ??= hashPassword(randomBytes(16).toString('hex'));
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash ?? (await dummy) ?? '') ?? [];
  if (!salt || !tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  for (const form of passwordForms(password)) {
    const fits = Buffer.byteLength(form) <= PASSWORD_LIMIT_BYTES;
    const derived = await derive(hasLeft, 'argon2id', { message: fits ? form : '', ...parameters });
    if (timingSafeEqual(derived, expected) && fits && hash) return true;
  }
  return false;
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
