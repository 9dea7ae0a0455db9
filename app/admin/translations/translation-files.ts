// All texts of a course for translators, as XLIFF 1.2 or as a table. Each has an id, which says where it belongs.
import { csvOf } from '#sync/contract/csv.ts';
import type { TextState, Translation, TranslationChange } from '#sync/contract/translation.ts';

export type ReadTexts = TranslationChange;
export type FileText = { id: string; source: string; target: string; state: TextState };

const partId = (lessonId: number | null) => (lessonId === null ? 'course' : `lesson.${lessonId}`);

/** By their ids, such as 'lesson.7/body/2': the part, the key and the place in it. */
export const textsOf = ({ parts }: Pick<Translation, 'parts'>): FileText[] =>
  parts.flatMap(({ lessonId, texts }) =>
    texts.map(({ key, source, text, state }, at) => ({
      id: `${partId(lessonId)}/${key}/${at}`,
      ...{ source, target: text, state },
    })),
  );

/** As XLIFF calls them. */
export const STATES: Record<TextState, string> = {
  ready: 'translated',
  changed: 'needs-review-translation',
  missing: 'new',
};

const escaped = (text: string) =>
  // What XML cannot hold is left out.
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The file's `original` names the course. */
export function writeXliff(translation: Translation): string {
  const { courseId, courseTitle, source, language } = translation;
  const units = textsOf(translation).map(
    ({ id, source, target, state }) =>
      `      <trans-unit id="${escaped(id)}" xml:space="preserve">
        <source>${escaped(source)}</source>
        <target state="${STATES[state]}">${escaped(target)}</target>
      </trans-unit>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="course.${courseId}" source-language="${source}" target-language="${language}" datatype="plaintext">
    <header>
      <note>${escaped(courseTitle)}</note>
    </header>
    <body>
${units.join('\n')}
    </body>
  </file>
</xliff>
`;
}

/** The column titles are read again. */
export const writeCsv = (translation: Translation): string =>
  csvOf(
    ['course', 'language', 'id', 'source', 'translation', 'state'],
    textsOf(translation).map(({ id, source, target, state }) => [
      ...[translation.courseId, translation.language, id],
      ...[source, target, state],
    ]),
  );
