// A POST request with a file, and what an answer says of it. XMLHttpRequest, because fetch does not report upload progress.
import { RefusalBody } from '#sync/contract/refusal.ts';

/** A failed upload. `sentence` is the specification's message, `detail` further information. */
export class UploadFailure extends Error {
  readonly sentence: string;
  readonly detail: string | undefined;
  /** The file itself is refused: too large, or of a wrong type. */
  readonly refusesFile: boolean;

  constructor(
    sentence: string,
    { detail, refusesFile = false }: { detail?: string | undefined; refusesFile?: boolean } = {},
  ) {
    super(sentence);
    this.name = 'UploadFailure';
    this.sentence = sentence;
    this.detail = detail;
    this.refusesFile = refusesFile;
  }
}

export type FileRequest = {
  url: string;
  headers: Record<string, string>;
  body: XMLHttpRequestBodyInit;
  signal: AbortSignal;
  /** Called with the bytes sent so far. */
  onSent: (bytes: number) => void;
};

/** Resolves with any status. Throws UploadFailure without a connection, and the signal's reason after an abort. */
export function sendFile(request: FileRequest): Promise<{ status: number; text: string }> {
  const { url, headers, body, signal, onSent } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const call = new XMLHttpRequest();
    call.open('POST', url);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded }) => onSent(loaded);
    call.onload = () => resolve({ status: call.status, text: call.responseText });
    call.onerror = () => reject(new UploadFailure('Network error during upload'));
    call.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(body);
  });
}

/** 413 and 415 mean the same on every storage; our server has a code for the type. */
export const isOfFile = (status: number, code?: string) =>
  status === 413 || status === 415 || code === 'file_type_refused';

export function refusalIn(text: string): RefusalBody | undefined {
  try {
    return RefusalBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
