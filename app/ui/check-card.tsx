// A question in a text (decision 365): answered at once, as often as one likes, and never graded.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, CircleCheck, CircleX } from 'lucide-react';
import { type FormEvent, type ReactNode, useContext, useId, useState } from 'react';
import { type Check, type CheckAnswer, type CheckFault, isRightAnswer, readCheck } from '#sync/contract/check-block.ts';
import { Button, IconButton } from './button.tsx';
import { CheckFaultsShown, CheckHeard } from './check-heard.ts';

/** A function, so that it is said in the language of its reader. */
function faultWords(fault: CheckFault): string {
  switch (fault) {
    case 'no-question':
      return t`This check has no question above its answers.`;
    case 'no-answer':
      return t`This check has no answers. Write ( ) or [ ] before each, and an x into the right one.`;
    case 'mixed':
      return t`This check has answers of several kinds. Use only ( ), only [ ], only numbered steps, or one line that begins with =.`;
    case 'no-right-one':
      return t`No answer of this check is marked as right. Write an x into its brackets.`;
    case 'two-right':
      return t`Two answers of this check are marked as right. Where several are, use [ ].`;
    case 'one-option':
      return t`This check has only one answer.`;
    case 'same-twice':
      return t`Two answers of this check are the same.`;
  }
}

/** A block of a text whose language is 'check'. One that is no question is shown as it is written. */
export function CheckBlock({ source }: { source: string }) {
  const heard = useContext(CheckHeard);
  const isShown = useContext(CheckFaultsShown);
  const check = readCheck(source);
  if (typeof check === 'string')
    return (
      <>
        {isShown && (
          <p role="alert" className="text-danger-text">
            {faultWords(check)}
          </p>
        )}
        <pre dir="auto">{source}</pre>
      </>
    );
  return (
    <CheckCard key={source} check={check} onAnswered={(isRight) => heard?.(check, isRight).catch(() => undefined)} />
  );
}

type CheckCardProps = {
  check: Check;
  /** Called at every answer. */
  onAnswered: (isRight: boolean) => void;
  /** What stands beside the verdict, such as a button to the next question. */
  after?: ReactNode;
};

export function CheckCard({ check, onAnswered, after }: CheckCardProps) {
  const [answer, setAnswer] = useState<CheckAnswer>(() => emptyAnswer(check));
  const [verdict, setVerdict] = useState<'right' | 'wrong' | 'shown'>();
  const title = useId();
  const isOver = verdict === 'right' || verdict === 'shown';
  const judge = (event: FormEvent) => {
    event.preventDefault();
    const isRight = isRightAnswer(check, answer);
    setVerdict(isRight ? 'right' : 'wrong');
    onAnswered(isRight);
  };
  const change = (next: CheckAnswer) => {
    setAnswer(next);
    setVerdict(undefined);
  };
  const isEmpty = check.kind !== 'order' && answer.length === 0;
  return (
    <form
      onSubmit={judge}
      aria-labelledby={title}
      className="wrap-anywhere space-y-4 rounded-lg border border-line bg-surface p-4 outdoor:border-2 outdoor:border-line-strong sm:p-5"
    >
      <p id={title} dir="auto" className="whitespace-pre-line font-semibold">
        {check.question}
      </p>
      <Answers check={check} answer={answer} isOver={isOver} onChange={change} labelledBy={title} />
      <div role="status">{verdict && <Verdict check={check} verdict={verdict} />}</div>
      <div className="flex flex-wrap gap-2">
        {!verdict && (
          <Button type="submit" variant="secondary" disabled={isEmpty}>
            <Trans>Check answer</Trans>
          </Button>
        )}
        {verdict === 'wrong' && (
          <Button type="button" variant="quiet" onClick={() => setVerdict('shown')}>
            <Trans>Show the answer</Trans>
          </Button>
        )}
        {verdict && !after && (
          <Button type="button" variant="quiet" onClick={() => change(emptyAnswer(check))}>
            <Trans>Answer again</Trans>
          </Button>
        )}
        {verdict && after}
      </div>
    </form>
  );
}

function Verdict({ check, verdict }: { check: Check; verdict: 'right' | 'wrong' | 'shown' }) {
  if (verdict === 'wrong')
    return (
      <p className="flex items-center gap-2 font-semibold">
        <CircleX aria-hidden className="size-6 shrink-0" />
        <Trans>Not right yet.</Trans>
      </p>
    );
  return (
    <div className="space-y-2">
      {verdict === 'right' && (
        <p className="flex items-center gap-2 font-semibold text-complete-text">
          <CircleCheck aria-hidden className="size-6 shrink-0" />
          <Trans>Right.</Trans>
        </p>
      )}
      {verdict === 'shown' && <RightAnswer check={check} />}
      {check.why && (
        <p dir="auto" className="whitespace-pre-line">
          {check.why}
        </p>
      )}
    </div>
  );
}

function RightAnswer({ check }: { check: Check }) {
  if (check.kind === 'number') {
    const value = `${check.value}${check.unit && ` ${check.unit}`}`;
    const tolerance = check.tolerance;
    return (
      <p>
        {tolerance > 0 ? (
          <Trans>
            The answer is <bdi>{value}</bdi>, give or take {tolerance}.
          </Trans>
        ) : (
          <Trans>
            The answer is <bdi>{value}</bdi>.
          </Trans>
        )}
      </p>
    );
  }
  const texts = check.kind === 'order' ? check.options : check.right.map((place) => check.options[place] ?? '');
  const List = check.kind === 'order' ? 'ol' : 'ul';
  return (
    <div>
      <p className="text-ink-soft text-sm">{check.kind === 'order' ? t`The right order` : t`The right answer`}</p>
      <List className={`font-semibold ${texts.length === 1 ? 'list-none! ps-0!' : ''}`}>
        {texts.map((text) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
      </List>
    </div>
  );
}

/** Nothing chosen. Steps stand in an order that is not theirs, always the same one: every second, then the others. */
function emptyAnswer(check: Check): CheckAnswer {
  if (check.kind === 'number') return '';
  if (check.kind !== 'order') return [];
  const places = check.options.map((_, place) => place);
  return [...places.filter((place) => place % 2 === 1), ...places.filter((place) => place % 2 === 0)];
}

type AnswersProps = {
  check: Check;
  answer: CheckAnswer;
  isOver: boolean;
  labelledBy: string;
  onChange: (answer: CheckAnswer) => void;
};

function Answers({ check, answer, isOver, labelledBy, onChange }: AnswersProps) {
  if (check.kind === 'number')
    return (
      <div className="flex items-center gap-3">
        <input
          type="text"
          inputMode="decimal"
          aria-labelledby={labelledBy}
          autoComplete="off"
          dir="ltr"
          value={String(answer)}
          readOnly={isOver}
          maxLength={20}
          onChange={({ target }) => onChange(target.value)}
          className="min-h-touch w-36 rounded-md border border-line-strong bg-surface px-3"
        />
        <span dir="auto">{check.unit}</span>
      </div>
    );
  const places = Array.isArray(answer) ? answer : [];
  if (check.kind === 'order')
    return <Steps options={check.options} places={places} isOver={isOver} onChange={onChange} />;
  const isSingle = check.kind === 'single';
  const toggle = (place: number) => {
    if (isSingle) onChange([place]);
    else onChange(places.includes(place) ? places.filter((other) => other !== place) : [...places, place]);
  };
  return (
    <fieldset aria-labelledby={labelledBy} disabled={isOver} className="space-y-2">
      {!isSingle && (
        <p className="text-ink-soft">
          <Trans>Choose all that apply.</Trans>
        </p>
      )}
      {check.options.map((text, place) => (
        <label
          key={text}
          className="flex min-h-touch cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft outdoor:border-2"
        >
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={labelledBy}
            checked={places.includes(place)}
            onChange={() => toggle(place)}
            className="size-6 shrink-0"
          />
          <span dir="auto" className="min-w-0 grow">
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type StepsProps = { options: string[]; places: number[]; isOver: boolean; onChange: (places: number[]) => void };

/** Steps in the order of the person, moved by buttons that a glove can hit. */
function Steps({ options, places, isOver, onChange }: StepsProps) {
  const move = (at: number, by: 1 | -1) => {
    const next = [...places];
    const [moved] = next.splice(at, 1);
    if (moved === undefined) return;
    next.splice(at + by, 0, moved);
    onChange(next);
  };
  return (
    <div className="space-y-2">
      <p className="text-ink-soft">
        <Trans>Put these in the right order.</Trans>
      </p>
      <ol className="list-none! space-y-2 ps-0!">
        {places.map((place, at) => {
          const text = options[place] ?? '';
          return (
            <li
              key={text}
              className="flex min-h-touch items-center gap-2 rounded-md border border-line ps-3 before:content-none!"
            >
              <span className="text-ink-soft">{at + 1}.</span>
              <span dir="auto" className="min-w-0 grow py-2">
                {text}
              </span>
              {!isOver && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    aria-label={t`Move up: ${text}`}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    aria-label={t`Move down: ${text}`}
                    disabled={at === places.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
