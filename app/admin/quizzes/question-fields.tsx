import { QUESTION_TYPES } from '#sync/contract/quiz.ts';
import { MOST_POINTS, QUESTION_TEXT_LIMIT } from '#sync/contract/quiz-authoring.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { POINTS_FAULT, pointsOf, type QuestionForm, type QuestionType, TYPE_WORDS, withType } from './question-form.ts';

const TYPES = QUESTION_TYPES.map((type) => [type, TYPE_WORDS[type]] as const);
const isType = (value: string): value is QuestionType => QUESTION_TYPES.some((type) => type === value);

/** Everything that is written of a question. */
export function QuestionFields({ form, onChange }: { form: QuestionForm; onChange: (form: QuestionForm) => void }) {
  return (
    <>
      <TextArea
        label="Question"
        rows={3}
        maxLength={QUESTION_TEXT_LIMIT}
        value={form.questionText}
        onChange={(event) => onChange({ ...form, questionText: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <Choice
          label="Question Type"
          labelled="above"
          value={form.questionType}
          options={TYPES}
          onChange={(type) => isType(type) && onChange(withType(form, type))}
        />
        <Field
          label="Points"
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_POINTS}
          step={1}
          value={form.points}
          error={pointsOf(form) === undefined ? POINTS_FAULT : undefined}
          onChange={(event) => onChange({ ...form, points: event.target.value })}
        />
      </div>
      <AnswerFields form={form} onChange={onChange} />
      <TextArea
        label="Explanation (optional)"
        rows={2}
        maxLength={QUESTION_TEXT_LIMIT}
        placeholder="Learners read it after they have answered."
        value={form.explanation}
        onChange={(event) => onChange({ ...form, explanation: event.target.value })}
      />
    </>
  );
}
