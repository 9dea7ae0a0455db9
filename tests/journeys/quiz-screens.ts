// The screens on which a quiz is written, for journeys that visit every screen.
import { lessonOf, type Place, pressEscape, type Screen, sees } from './screen-steps.ts';

const TITLE = 'Certified Field Inspector';
const main = ({ page }: Place) => page.getByRole('main');
const presses = (name: string) => async (place: Place) => {
  await main(place).getByRole('button', { name, exact: true }).click();
  await place.page.getByRole('dialog').waitFor();
};
const dialog = { title: TITLE, path: '', stays: true, isModal: true, after: pressEscape };

/** They follow each other: the first opens the panel in which the others stand. */
export const QUIZ_SCREENS: Screen[] = [
  {
    name: 'quiz of a lesson',
    title: TITLE,
    path: (place) => `/admin/courses/4#lesson-${lessonOf(place, 'quiz').id}-panel`,
    act: sees('Quiz Questions'),
  },
  { name: 'question being changed', act: presses('Edit question 1'), ...dialog },
  { name: 'answer being added', act: addAnswer, ...dialog },
  { name: 'question being deleted', act: presses('Delete question 1'), ...dialog },
  { name: 'quiz as a learner sees it', act: presses('Preview as a learner'), ...dialog },
  { name: 'questions from a file', act: readFile, ...dialog },
];

async function addAnswer({ page }: Place) {
  await page.getByRole('button', { name: 'More for question 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Answer' }).click();
  await page.getByRole('dialog').waitFor();
}

async function readFile(place: Place) {
  await presses('Import')(place);
  const buffer = Buffer.from('question,correct,answer 1,answer 2\nGood?,A,yes,no\nBad?,9,yes,no\n');
  const file = { name: 'questions.csv', mimeType: 'text/csv', buffer };
  await place.page.getByLabel('File of questions').setInputFiles(file);
  await place.page.getByRole('list', { name: 'Rows of the file' }).waitFor();
}
