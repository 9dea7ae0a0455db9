// A line chart. The plot stretches with the page and its text does not; a range input over it makes every value reachable by
// keyboard, touch and mouse.
import { t } from '@lingui/core/macro';
import { type PointerEvent, useState } from 'react';
import { locale } from '../../ui/language.ts';
import { axisTop, percentOf, TONES, type Tone } from './scale.ts';

export type Series = { name: string; tone: Tone; values: readonly number[] };

type LineChartProps = {
  /** A text alternative for the chart. */
  description: string;
  /** The unit of the axis, such as 'day'. */
  step: string;
  /** One label for each value of the series. */
  labels: readonly string[];
  series: readonly Series[];
};

/** Up to three series as lines, with the values of the selected step above; the last step is selected at first. */
export function LineChart({ description, step, labels, series }: LineChartProps) {
  const last = labels.length - 1;
  const [chosen, setChosen] = useState<number>();
  const at = Math.min(chosen ?? last, last);
  const top = axisTop(Math.max(0, ...series.flatMap(({ values }) => values)));
  const follow = ({ pointerType, nativeEvent, currentTarget }: PointerEvent<HTMLInputElement>) => {
    if (pointerType === 'mouse') setChosen(Math.round((nativeEvent.offsetX / currentTarget.clientWidth) * last));
  };
  const words = `${labels[at]}: ${series.map(({ name, values }) => `${(values[at] ?? 0).toLocaleString(locale)} ${name}`).join(', ')}`;
  return (
    <div className="flex flex-col gap-3">
      <ChosenValues label={labels[at] ?? ''} series={series} at={at} />
      <div dir="ltr" className="grid grid-cols-[auto_1fr] gap-x-2">
        <div
          aria-hidden
          className="flex h-56 print:h-14 flex-col justify-between text-end text-ink-soft text-xs tabular-nums"
        >
          {[top, top / 2, 0].map((tick) => (
            <span key={tick} className="-my-2">
              {tick.toLocaleString(locale)}
            </span>
          ))}
        </div>
        <div className="relative h-56 print:h-14">
          <Plot {...{ description, series, top, last }} />
          <div
            aria-hidden
            className="absolute inset-y-0 w-px bg-line-strong"
            style={{ left: `${percentOf(at, last)}%` }}
          />
          {series.map(({ name, tone, values }) => (
            <div
              key={name}
              aria-hidden
              className={`absolute -mb-1.5 -ms-1.5 size-3 rounded-xl border-2 border-surface bg-current ${TONES[tone]}`}
              style={{ left: `${percentOf(at, last)}%`, bottom: `${percentOf(values[at] ?? 0, top)}%` }}
            />
          ))}
          <input
            type="range"
            aria-label={t`Choose a ${step}`}
            aria-valuetext={words}
            min={0}
            max={last}
            value={at}
            onChange={(event) => setChosen(Number(event.target.value))}
            onPointerMove={follow}
            className="peer absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
          <div
            aria-hidden
            className="pointer-events-none absolute -inset-1 rounded-sm outline-3 outline-transparent peer-focus-visible:outline-accent-text"
          />
        </div>
        <div aria-hidden className="col-start-2 mt-3 flex justify-between gap-2 text-ink-soft text-xs">
          {[...new Set([0, Math.floor(last / 2), last])].map((place) => (
            <span key={place}>{labels[place]}</span>
          ))}
        </div>
      </div>
    </div>
  );
}

function ChosenValues({ label, series, at }: { label: string; series: readonly Series[]; at: number }) {
  return (
    <div aria-hidden className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <span className="w-full font-semibold sm:w-auto sm:min-w-44">{label}</span>
      {series.map(({ name, tone, values }, place) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 24 4" className={`h-1 w-6 ${TONES[tone]}`}>
            <line x1="0" y1="2" x2="24" y2="2" stroke="currentColor" strokeWidth="4" strokeDasharray={DASHES[place]} />
          </svg>
          {name}
          <span className="font-semibold tabular-nums">{(values[at] ?? 0).toLocaleString(locale)}</span>
        </span>
      ))}
    </div>
  );
}

/** The second line is dashed and the third dotted, so that the lines differ by more than colour. */
const DASHES = [undefined, '6 4', '2 3'];

type PlotProps = { description: string; series: readonly Series[]; top: number; last: number };

function Plot({ description, series, top, last }: PlotProps) {
  return (
    <svg
      role="img"
      aria-label={description}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[0, 50, 100].map((y) => (
        <line
          key={y}
          x1="0"
          x2="100"
          y1={y}
          y2={y}
          stroke="currentColor"
          vectorEffect="non-scaling-stroke"
          className="text-line"
        />
      ))}
      {series.map(({ name, tone, values }, place) => (
        <polyline
          key={name}
          points={values.map((value, at) => `${percentOf(at, last)},${100 - percentOf(value, top)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={tone === 'quiet' ? 1.5 : 2.5}
          strokeLinejoin="round"
          strokeDasharray={DASHES[place]}
          vectorEffect="non-scaling-stroke"
          className={TONES[tone]}
        />
      ))}
    </svg>
  );
}
