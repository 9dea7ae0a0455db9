// Runs before each file of the server tests.
import { vi } from 'vitest';

// One process runs many files: libraries stay loaded, and each file gets modules of ours with a state of its own.
vi.resetModules();

// Argon2id at the least cost. tests/server/identity/passwords.test.ts has the real one.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) =>
    crypto.argon2(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback);
  return { ...crypto, argon2 };
});
