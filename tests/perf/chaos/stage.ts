// Where the faults are played: the built server as a process that can be killed, the wire before it, and one tablet with a
// profile on the disk, whose person works through the screens as everybody does.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { lessonKind } from '#sync/contract/lesson.ts';
import { lessonsOf } from '../../journeys/content.ts';
import { type Device, newDevice } from '../../journeys/device.ts';
import { badgeSays, openLesson, signIn } from '../../journeys/person.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../../journeys/product.ts';
import { openWire, type Wire } from '../../journeys/wire.ts';
import { World } from '../../simulation/world.ts';

export interface Stage {
  readonly wire: Wire;
  readonly product: Product;
  readonly device: Device;
  /** The device's first page, also after a restart. */
  readonly page: Page;
  readonly chance: World;
  /** The texts of the course: each can be completed and reset with one tap. */
  readonly lessons: Lesson[];
  readonly quiz: Lesson;
  /** Ends the server as a power cut does, and starts it again on the same data. */
  killServer: () => Promise<void>;
  /** Keeps a copy of the server's data as it is now; the answer puts it back, as after a restore from a backup. */
  backUp: () => Promise<() => Promise<void>>;
  /** Another device of the same person, closed with the stage. */
  anotherDevice: () => Promise<Device>;
  close: () => Promise<void>;
}

/** Opens a stage on fresh sample data with the learner signed in. `seed` decides everything that is left to chance. */
export async function openStage(seed: number): Promise<Stage> {
  const dataDir = newDataDir();
  let port = 0;
  const wire = await openWire(() => port);
  // The address by which people know the server outlives its restarts, as sign-ins are made for it.
  const started = async () => {
    const made = await startProduct(dataDir, { PUBLIC_URL: wire.url });
    port = made.port;
    return made;
  };
  let product = await started();
  const devices: Device[] = [];
  const anotherDevice = async () => {
    const device = await newDevice({ baseURL: wire.url, watch: () => undefined });
    devices.push(device);
    await signIn(device.page);
    return device;
  };
  const device = await anotherDevice();
  const all = await lessonsOf(product);
  const quiz = all.find((lesson) => lessonKind(lesson) === 'quiz');
  if (!quiz) throw new Error('The sample course has no quiz.');
  // Once opened, the course and its lists are on the device: what follows works without a network.
  await openLesson(device.page, quiz);
  const restart = async (between: () => void, end: () => Promise<void>) => {
    await end();
    between();
    product = await started();
  };
  return {
    wire,
    device,
    quiz,
    anotherDevice,
    chance: new World(seed),
    lessons: all.filter((lesson) => lessonKind(lesson) === 'text'),
    get product() {
      return product;
    },
    get page() {
      return device.page;
    },
    killServer: () =>
      restart(
        () => undefined,
        () => product.kill(),
      ),
    backUp: async () => {
      // Stopped first: a copy of a database that is being written to is no backup.
      const copy = newDataDir();
      await restart(
        () => cpSync(dataDir, copy, { recursive: true }),
        () => product.stop(),
      );
      return () =>
        restart(
          () => {
            for (const name of ['groundwork.db', 'groundwork.db-wal', 'groundwork.db-shm'])
              rmSync(join(dataDir, name), { force: true });
            cpSync(copy, dataDir, { recursive: true });
            removeDataDir(copy);
          },
          () => product.stop(),
        );
    },
    close: async () => {
      for (const each of devices) await each.remove();
      await wire.close();
      await product.stop();
      removeDataDir(dataDir);
    },
  };
}

/** Waits until the device says that everything is sent; on the page of the sync status it also asks for it. */
export async function settle(page: Page): Promise<void> {
  await page.goto('/sync');
  const now = page.getByRole('button', { name: 'Sync now' });
  for (let tries = 0; tries < 20; tries += 1) {
    if (
      await page
        .getByRole('banner')
        .getByText('All work sent')
        .first()
        .isVisible()
        .catch(() => false)
    )
      return;
    if (await now.isEnabled({ timeout: 1_000 }).catch(() => false)) await now.click().catch(() => undefined);
    await sleep(1_000);
  }
  await badgeSays(page, 'All work sent');
}
