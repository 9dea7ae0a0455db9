// What a browser can read as captions. It reads past everything it does not know, so that a wrong line would be lost in silence.

const TIME = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;

/** Seconds from '01:02.500' or '00:01:02.500'; undefined for anything else. */
function secondsOf(text: string | undefined): number | undefined {
  const found = TIME.exec(text ?? '');
  if (!found) return undefined;
  const [, hours = '0', minutes, seconds, thousandths] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
}

/** What is wrong with a WebVTT text, with the line, in plain words; undefined when nothing is. */
export function captionsFault(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return 'The first line must be WEBVTT.';
  let cues = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    cues += 1;
    const fault = timingFault(line);
    if (fault) return `Line ${index + 1}: ${fault}`;
    if (!lines[index + 1]?.trim()) return `Line ${index + 1}: no words follow this time.`;
  }
  return cues === 0 ? 'There is no line of speech: each needs a time such as 00:01.000 --> 00:04.000.' : undefined;
}

function timingFault(line: string): string | undefined {
  const [start, arrow, end] = line.trim().split(/[ \t]+/);
  const [from, to] = [secondsOf(start), secondsOf(end)];
  if (arrow !== '-->' || from === undefined || to === undefined) return 'a time is written as 00:01.000 --> 00:04.000.';
  return to > from ? undefined : 'the end must come after the start.';
}
