// Authors and people type anything: a word of 300 letters in every text of theirs widens no page, of a phone or a desktop.
import type { Page } from '@playwright/test';
import { lessonKind } from '#sync/contract/lesson.ts';
import { COURSE, lessonPath, lessonsOf } from './content.ts';
import { answerKeyOf, askDatabase, completeAllBut } from './database.ts';
import { expect, test } from './fixtures.ts';
import { markComplete, signIn } from './person.ts';
import { LEARNER, ORG_ADMIN, type Product, SUPER_ADMIN } from './product.ts';
import { submitQuiz } from './screen-steps.ts';
import { reflowTroubles } from './structure.ts';

const WORD = 'Donaudampfschifffahrt'.repeat(15).slice(0, 300);

/** All that Markdown makes, each with the word in it. */
const TEXT = [
  `# ${WORD}`,
  `${WORD} **${WORD}** \`${WORD}\` [${WORD}](https://${WORD}.example/)`,
  `- ${WORD}\n- [x] ${WORD}`,
  `> ${WORD}`,
  `\`\`\`\n${WORD} ${WORD}\n\`\`\``,
  `| ${WORD} | a |\n| --- | --- |\n| b | ${WORD} |`,
].join('\n\n');

async function lengthenAll(product: Product): Promise<void> {
  const ask = (sql: string, ...values: unknown[]) => askDatabase(product, sql, ...values);
  const list = JSON.stringify([WORD, `short ${WORD}`]);
  await ask(
    'update courses set title = ?, description = ?, category = ?, language = ?, instructor_name = ?, objectives = ?, prerequisites = ?',
    ...[WORD, WORD, WORD.toLowerCase(), WORD, WORD, list, list],
  );
  await ask("update lessons set title = title || ' ' || ?, description = ?, body = ?", WORD, WORD, TEXT);
  await ask('update course_modules set title = ?, description = ?', WORD, WORD);
  await ask('update quiz_questions set question_text = ?, explanation = ?', WORD, WORD);
  await ask('update quiz_answers set answer_text = ?', WORD);
  await ask('update profiles set full_name = ?, name_chosen = true', WORD.slice(0, 99));
  await ask('update organizations set name = ?', WORD);
}

/** The product's tables that scroll sideways: their last column is out of sight. */
const clippedTables = (page: Page, where: string) =>
  page.evaluate(
    (path) =>
      [...document.querySelectorAll('main table[role=table]')]
        .filter(({ parentElement: box }) => box && box.scrollWidth > box.clientWidth + 1)
        .map((table) => `${path} at ${innerWidth}: the table ${table.ariaLabel} scrolls`),
    where,
  );

/** Opens each address; tells of every page that is wider than the screen. */
async function widePages(page: Page, paths: readonly string[]): Promise<string[]> {
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.locator('main h1:visible').first().waitFor();
    await expect(page.locator('main [role=status][aria-label^=Loading]')).toHaveCount(0);
    wide.push(...(await troublesAt(page, path)), ...(await clippedTables(page, path)));
  }
  return wide;
}

const troublesAt = async (page: Page, where: string) => (await reflowTroubles(page)).map((each) => `${where}: ${each}`);

const addresses = async (product: Product) => {
  const lessons = await lessonsOf(product);
  const first = (kind: string) => lessons.find((lesson) => lessonKind(lesson) === kind);
  return ['text', 'video', 'quiz', 'exam', 'capstone'].flatMap((kind) => first(kind) ?? []);
};

test.use({ viewport: { width: 390, height: 844 } });

test('[Z3] a word of 300 letters in all that authors write widens no page of a visitor', async ({ page, product }) => {
  await lengthenAll(product);
  const lessons = await addresses(product);
  const taken = lessons.map(({ id }) => `/public-course/${COURSE}/lesson/${id}`);
  const paths = ['/', `/public-course/${COURSE}`, ...taken, `/auth?courseId=${COURSE}`, '/sync'];
  expect(await widePages(page, paths)).toEqual([]);
});

test('[Z3, S1] nor one of a learner, with menu, drawer, results, waiting work and certificate', async ({
  page,
  product,
}) => {
  await lengthenAll(product);
  const lessons = await addresses(product);
  const [text] = lessons;
  if (!text) throw new Error('The sample course has no text.');
  await signIn(page);
  const account = ['/', '/dashboard', '/setup-profile?edit=true', '/downloads', `/course/${COURSE}`];
  const wide = await widePages(page, [...account, ...lessons.map(lessonPath)]);

  await page.goto(lessonPath(text));
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  wide.push(...(await troublesAt(page, 'drawer')));
  await page.keyboard.press('Escape');
  // The user's menu is a desktop's.
  await page.setViewportSize({ width: 1280, height: 844 });
  await page
    .getByRole('banner')
    .getByRole('button', { name: WORD.slice(0, 20) })
    .click();
  await page.getByRole('menu').waitFor();
  wide.push(...(await troublesAt(page, 'menu')));
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });

  const quiz = lessons.find((lesson) => lessonKind(lesson) === 'quiz');
  if (!quiz) throw new Error('The sample course has no quiz.');
  expect(Object.keys(await answerKeyOf(product, quiz.id))).not.toHaveLength(0);
  await page.goto(lessonPath(quiz));
  await page.locator('main fieldset').waitFor();
  wide.push(...(await troublesAt(page, 'question')));
  await submitQuiz({ page, width: 390 });
  wide.push(...(await troublesAt(page, 'quiz results')));

  await completeAllBut(product, LEARNER, text);
  await page.goto(lessonPath(text));
  await markComplete(page);
  wide.push(...(await widePages(page, ['/sync', `/course/${COURSE}`, `/course/${COURSE}/certificate`, '/dashboard'])));
  expect(wide).toEqual([]);
});

for (const [who, email, paths] of [
  [
    'an organization',
    ORG_ADMIN,
    ['/admin?tab=users', '/admin?tab=courses', '/admin?tab=invitations', '/admin/courses', '/analytics'],
  ],
  [
    'all of it',
    SUPER_ADMIN,
    [
      ...['/admin', '/admin/users', '/admin/organizations', '/admin/courses'],
      ...['', '?tab=general', '?tab=analytics', '?tab=people'].map((tab) => `/admin/courses/${COURSE}${tab}`),
      ...['/admin/enterprise', '/admin/videos', '/admin/audit-log', '/admin/quiz-analytics'],
    ],
  ],
] as const) {
  test(`[Z3] nor one of an administrator of ${who}`, async ({ page, product }) => {
    await lengthenAll(product);
    await signIn(page, email);
    const wide: string[] = [];
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      wide.push(...(await widePages(page, paths)));
    }
    expect(wide).toEqual([]);
  });
}
