// A job that an admin starts, leaves and comes back to, cancels, and reads person by person.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase } from '#server/db/client.ts';
import { filterBy, openAs, pick } from './admin-steps.ts';
import { askDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { organizationId } from './members.ts';
import { ORG_ADMIN, type Product } from './product.ts';

/** Enough that a job is still under way when a person has read what it says. */
const PEOPLE = 20_000;
const COURSE = 'Roofs and attics';
const nameOf = (at: number) => `Person ${String(at).padStart(5, '0')}`;

async function seedPeople(product: Product): Promise<void> {
  const db = await openDatabase(`file:${join(product.dataDir, 'groundwork.db')}`);
  const home = await organizationId(product);
  const people = Array.from({ length: PEOPLE }, (_, at) => ({ id: randomUUID(), fullName: nameOf(at + 1) }));
  for (let from = 0; from < PEOPLE; from += 1000)
    await db.insert(db.tables.profiles).values(
      people.slice(from, from + 1000).map(({ id, fullName }) => ({
        ...{ id, email: `${id}@people.example`, fullName, nameKey: fullName.toLowerCase(), organizationId: home },
        // Otherwise the first look at the list would index all of them.
        sortName: fullName.toLowerCase(),
      })),
    );
  await db.close();
}

test('[M5, M14] an admin leaves a job, finds it further on, cancels it, and reads what happened to each', async ({
  page,
  product,
}) => {
  await seedPeople(product);
  const home = await organizationId(product);
  await askDatabase(
    product,
    "update courses set title = ?, organization_id = ?, visibility = 'organization' where id = 1",
    COURSE,
    home,
  );
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin/people' });
  const bell = page.getByRole('button', { name: /^Jobs/ });
  const jobs = page.getByRole('dialog', { name: 'Jobs', exact: true });
  const bar = jobs.getByRole('progressbar');
  const dialog = page.getByRole('dialog', { name: /Enroll/ });
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
  await page.getByRole('button', { name: 'Enroll all' }).click();
  await pick(dialog, 'Course', COURSE);
  await dialog.getByRole('button', { name: 'Enroll everyone who matches' }).click();
  await expect(bell).toHaveAccessibleName('Jobs, 1 running');

  await page.getByRole('link', { name: 'Courses', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
  await bell.click();
  await expect(bar, 'and is in sight on other pages').toBeVisible();
  await page.keyboard.press('Escape');
  const enrolled = async () => {
    const sql = 'select count(*) as count from course_progress where is_assigned = 1';
    const [row] = await askDatabase<{ count: number }>(product, sql);
    return row?.count ?? 0;
  };
  await expect.poll(enrolled, 'it runs on while its page is closed').toBeGreaterThan(0);
  await page.goBack();
  await bell.click();
  await expect(jobs).toContainText(/\d+ of 20,00\d/);

  await jobs.getByRole('button', { name: /^Cancel Enroll/ }).click();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(bell).toHaveAccessibleName('Jobs');
  await bell.click();
  await expect(jobs).toContainText(/[\d,]+ of 20,00\d enrolled, .*[\d,]+ not done/);
  await jobs.getByRole('button', { name: /^What happened/ }).click();
  await filterBy(page, 'Result', 'changed', dialog);
  await expect(dialog.getByRole('row', { name: /Enrolled/ }).first()).toBeVisible();
  await filterBy(page, 'Result', 'not-done', dialog);
  await expect(dialog.getByRole('row', { name: /Not done/ }).first()).toBeVisible();
  const count = await enrolled();
  expect(count, 'what was done stays').toBeGreaterThan(0);
  expect(count, 'and the rest was left').toBeLessThan(PEOPLE);
});
